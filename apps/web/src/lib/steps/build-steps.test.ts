import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSteps } from './build-steps.ts';
import type { CallRow, SpanRow, TraceRows } from '../skeleton/skeleton.ts';
import { groupName, whySentence } from './sentences.ts';
import { callLabel, type Group, type Step } from './step-tree.ts';
import { call, span } from './testing-rows.ts';

const thought = { state: 'readable', thoughtCount: 1, thoughtCharacters: 100, reasoningTokens: 600 } as const;
const shared = (reasoningRef: number) => ({ state: 'shared', reasoningRef }) as const;
const build = (spans: SpanRow[], calls: CallRow[]) => buildSteps({ spans, calls });
const toolsOf = (steps: readonly Step[]) => steps.map((step) => step.calls.map((one) => one.tool));

it('a thought that is not kept is as long as what stands in its place, and costs by what it was', () => {
  const long = { ...thought, reasoningTokens: null, thoughtCharacters: 9000 };
  const { steps } = build(
    [span('g', { reasoningCost: 1000, reasoningTokens: 1000 })],
    [call('g', 0, { ...long, heldThought: 31 }), call('g', 1, { ...long, thoughtCharacters: 1000 })],
  );
  expect(steps.map(({ thought: { characters } }) => characters)).toEqual([31, 1000]);
  expect(steps.map(({ paid }) => paid?.reasoningTokens)).toEqual([900, 100]);
});

describe('steps of a trace', () => {
  it('stand a model call that its provider ran within another one behind what that one did, and say so', () => {
    const advisor = { parentId: 'g', state: null, model: 'claude-fable-5' };
    const failed = { ...advisor, status: 'error' } as const;
    const { steps } = build(
      [span('advisor', advisor), span('failed', failed), span('g'), span('alone', { start: 5 })],
      [call('g', 0)],
    );
    expect(steps.map((step) => [step.span?.id, step.isWithin])).toEqual([
      ...[
        ['g', false],
        ['advisor', true],
      ],
      ...[
        ['failed', false],
        ['alone', false],
      ],
    ]);
    expect(whySentence(steps[1]!)).toContain('within the model call above');
  });

  it.each([
    ['thought unseen', { state: 'encrypted', hiddenCost: 600 }],
    ['reported no thinking', { state: 'none' }],
    ['has not answered yet', { state: null, duration: null, inputTokens: null, outputTokens: null }],
  ] as const)('say of a model call within another one that %s what they say of any other', (_, fields) => {
    const { steps } = build([span('inner', { parentId: 'g', ...fields }), span('g')], [call('g', 0)]);
    const inner = steps[1]!;
    expect(inner.span?.id).toBe('inner');
    expect(inner.isWithin).toBe(false);
    expect(whySentence(inner)).not.toContain('within the model call above');
  });

  it('stand calls of one response that came of different requests for approval each by the thought of its own', () => {
    const { steps } = build(
      [span('g1'), span('g2', { start: 5 })],
      [
        call('g1', 0, { callId: 1, ...thought }),
        call('g1', 1, { callId: 2, ...thought }),
        call('g2', 0, { callId: 3, start: 5, ...shared(1) }),
        call('g2', 1, { callId: 4, start: 5, ...shared(2) }),
        call('g2', 2, { callId: 5, start: 5, ...shared(2) }),
      ],
    );
    expect(steps.map((step) => step.calls.map(({ callId }) => callId))).toEqual([[1], [2], [3], [4, 5]]);
    expect(steps.map(({ shares }) => shares)).toMatchObject([null, null, { label: '1' }, { label: '2' }]);
  });

  it('put parallel calls that share a thought under one step, and a call with its own thought in the next', () => {
    const { steps } = build(
      [span('g')],
      [
        call('g', 0, { ...thought, callId: 1, tool: 'web_search' }),
        call('g', 1, { ...shared(1), callId: 2, tool: 'read_file' }),
        call('g', 2, { ...thought, callId: 3, tool: 'help' }),
      ],
    );
    expect(toolsOf(steps)).toEqual([['web_search', 'read_file'], ['help']]);
    expect(steps.map((step) => step.calls.map((_, index) => callLabel(step, index)))).toEqual([['1a', '1b'], ['2']]);
    expect(steps.map((step) => step.shares)).toEqual([null, null]);
  });

  it('keep the calls that follow one hidden thought together, and begin a step at the next hidden thought', () => {
    const encrypted = { state: 'encrypted' } as const;
    const { steps } = build(
      [span('g', { state: 'encrypted', hiddenCost: 600 })],
      [
        call('g', 0, { ...encrypted, reasoningTokens: 400, tool: 'a' }),
        call('g', 1, { ...encrypted, tool: 'b' }),
        call('g', 2, { ...encrypted, reasoningTokens: 200, tool: 'c' }),
      ],
    );
    expect(toolsOf(steps)).toEqual([['a', 'b'], ['c']]);
    expect(steps.map((step) => step.paid?.reasoningTokens)).toEqual([400, 200]);
    expect(steps.map((step) => step.paid?.hiddenCost)).toEqual([400, 200]);
  });

  it('lead what follows in a response to its hidden thought, where nothing else says on what it follows', () => {
    const { steps } = build(
      [span('g', { state: 'encrypted', hiddenCost: 600 })],
      [
        call('g', 0, { state: 'encrypted', reasoningTokens: 600, tool: 'a' }),
        call('g', 1, { state: 'shared', type: 'trailing', tool: 'text_output' }),
      ],
    );
    expect(steps.map((step) => step.shares)).toEqual([null, { key: 'g:0', textKey: null, label: '1' }]);
    expect(whySentence(steps[1]!)).toBe('Answered on the thought of call 1.');
  });

  it('join the request, the execution and the result of a call, in any order of arrival', () => {
    const rows = [
      call('g', 0, { callId: 1, start: 10 }),
      call('t', 0, { describedBy: 'execution', callId: 1, start: 20, duration: 300, status: 'ok' }),
      call('g2', 0, { describedBy: 'history', callId: 1, start: 400, status: 'error' }),
      call('g2', 1, { type: 'answer', tool: 'text_output', start: 400 }),
    ];
    const spans = [span('g', { start: 10 }), span('t', { kind: 'tool', start: 20 }), span('g2', { start: 400 })];
    for (const calls of [rows, [...rows].reverse()]) {
      const { steps } = build(spans, calls);
      expect(steps.map((step) => step.kind)).toEqual(['calls', 'answer']);
      expect(steps[0]?.calls).toMatchObject([{ key: 'g:0', status: 'error', duration: 300, runs: 1 }]);
    }
  });

  it('give every use of a reused call id its own run', () => {
    const { steps } = build(
      [span('g1', { start: 0 }), span('g2', { start: 100 })],
      [
        call('g1', 0, { callId: 1, start: 0 }),
        call('g2', 0, { callId: 1, start: 100 }),
        call('t2', 0, { describedBy: 'execution', callId: 1, start: 150, duration: 2 }),
        call('t1', 0, { describedBy: 'execution', callId: 1, start: 50, duration: 1 }),
      ],
    );
    expect(steps.map((step) => step.calls[0]?.duration)).toEqual([1, 2]);
  });

  it('take the calls that a copy of a response describes for calls of the one that counts', () => {
    const { steps } = build([span('g')], [call('copy', 0, { ...thought, ownerId: 'g' })]);
    expect(steps).toMatchObject([{ kind: 'calls', span: { id: 'g' }, calls: [{ key: 'copy:0' }] }]);
  });

  it('make a thought after a result, and what comes after the last call, a step of its own', () => {
    const { steps } = build(
      [span('g')],
      [
        call('g', 0, { ...thought, type: 'server', tool: 'web_search', reasoningTokens: 400 }),
        call('g', 1, { ...thought, type: 'trailing', tool: 'trailing', reasoningTokens: 200 }),
      ],
    );
    expect(steps.map((step) => [step.kind, step.siblings])).toEqual([
      ['calls', 2],
      ['trailing', 2],
    ]);
  });

  it('name the call of another step whose thought is shared, or say that it did not arrive', () => {
    const { steps } = build(
      [span('g1', { start: 0 }), span('g2', { start: 10 }), span('g3', { start: 20 })],
      [
        call('g1', 0, { ...thought, callId: 1 }),
        call('g1', 1, { ...shared(1), callId: 2 }),
        call('g2', 0, { ...shared(1), callId: 3 }),
        call('g3', 0, { ...shared(9), callId: 4 }),
      ],
    );
    expect(steps.map((step) => step.shares)).toEqual([null, { key: 'g1:0', textKey: 'g1:0', label: '1a' }, 'missing']);
  });

  it('keep a response without calls, a run that was not requested, and the values that a response reports', () => {
    const { steps } = build(
      [span('failed', { status: 'error', cost: null }), span('t', { kind: 'tool', start: 5 })],
      [call('t', 0, { describedBy: 'execution', callId: 7, start: 5, status: 'ok' })],
    );
    expect(steps.map((step) => [step.kind, step.paid?.cost ?? null])).toEqual([
      ['response', null],
      ['run', null],
    ]);
  });

  it('hang an agent that a tool ran below that tool, and sum what it cost', () => {
    const { entries } = build(
      [
        span('run', { kind: 'agent' }),
        span('g1', { parentId: 'run', cost: 100 }),
        span('t', { kind: 'tool', parentId: 'run', start: 10, duration: 50 }),
        span('sub', { kind: 'agent', parentId: 't', start: 11, name: 'researcher' }),
        span('g2', { parentId: 'sub', start: 12, cost: 30 }),
        span('g3', { parentId: 'run', start: 70, cost: 7 }),
      ],
      [
        call('g1', 0, { callId: 1, tool: 'research' }),
        call('t', 0, { describedBy: 'execution', callId: 1, start: 10, duration: 50 }),
        call('g2', 0, { type: 'answer' }),
        call('g3', 0, { type: 'answer' }),
      ],
    );
    expect(entries.map((entry) => [entry.key, entry.level, entry.parent, entry.children, entry.sum.cost])).toEqual([
      ['g1:0', 1, -1, 1, 130],
      ['g2:0', 2, 0, 0, 30],
      ['g3:0', 1, -1, 0, 7],
    ]);
    expect(entries[1]).toMatchObject({ agent: 'researcher', number: 2 });
  });

  it('have no agent where its span is named after the operation only', () => {
    const run = span('run', { kind: 'agent', name: 'invoke_agent' });
    const { entries } = build([run, span('g', { parentId: 'run' })], [call('g', 0, { type: 'answer' })]);
    expect(entries).toMatchObject([{ entry: 'step', agent: null }]);
  });

  it('name their agent each, which is shown where another one takes over', () => {
    const { entries } = build(
      [
        span('g1', { agent: 'reception' }),
        span('g2', { agent: 'claims', start: 10 }),
        span('g3', { agent: 'claims', start: 20 }),
      ],
      ['g1', 'g2', 'g3'].map((id, index) => call(id, 0, { type: 'answer', start: 10 * index })),
    );
    const steps = entries.filter((entry) => entry.entry === 'step');
    expect(steps.map(({ agent, showsAgent }) => [agent, showsAgent])).toEqual([
      ['reception', true],
      ['claims', true],
      ['claims', false],
    ]);
  });

  it('hang what a tool without an end ran below it, until a request carried its result', () => {
    const { entries } = build(
      [
        span('g1'),
        span('t', { kind: 'tool', parentId: 'g1', start: 10, duration: null }),
        span('g2', { parentId: 't', start: 15 }),
        span('g3', { parentId: 't', start: 40 }),
      ],
      [
        call('g1', 0, { callId: 1 }),
        call('t', 0, { describedBy: 'execution', callId: 1, start: 10 }),
        call('g2', 0, { start: 15 }),
        call('g3', 0, { describedBy: 'history', callId: 1, start: 40, status: 'ok' }),
        call('g3', 1, { start: 40 }),
      ],
    );
    expect(entries.map((entry) => [entry.key, entry.level])).toEqual([
      ['g1:0', 1],
      ['g2:0', 2],
      ['g3:1', 1],
    ]);
  });

  it('do not take the next turn of a loop for a sub-agent, though it hangs below the tool whose result it carries', () => {
    const { entries } = build(
      [
        span('g1'),
        span('t', { kind: 'tool', parentId: 'g1', start: 10, duration: 5 }),
        span('g2', { parentId: 't', start: 15 }),
      ],
      [call('g1', 0, { callId: 1 }), call('t', 0, { describedBy: 'execution', callId: 1, start: 10 }), call('g2', 0)],
    );
    expect(entries.map((entry) => entry.level)).toEqual([1, 1]);
  });

  it('give a nested agent a row of its own', () => {
    const { entries } = build(
      [
        span('run', { kind: 'agent' }),
        span('inner', { kind: 'agent', parentId: 'run', name: 'planner' }),
        span('g', { parentId: 'inner' }),
      ],
      [call('g', 0)],
    );
    expect(entries).toMatchObject([
      { entry: 'group', kind: 'agent', title: 'planner', level: 1, children: 1 },
      { entry: 'step', number: 1, level: 2 },
    ]);
  });

  it('group what hangs on a parent that was not received, but not when all of the trace does', () => {
    const lost = span('lost', { parentId: 'gone', start: 5 });
    expect(build([span('g'), lost], []).entries).toMatchObject([
      { key: 'g', level: 1 },
      { entry: 'group', kind: 'missing-parent', children: 1 },
      { key: 'lost', level: 2 },
    ]);
    expect(build([span('g', { parentId: 'gone' }), lost], []).entries.map((entry) => entry.level)).toEqual([1, 1]);
  });

  it('say how many calls hang on a parent that was not received, through all levels', () => {
    const lost = span('lost', { parentId: 'gone', start: 5 });
    const agent = span('agent', { kind: 'agent', parentId: 'gone', start: 6 });
    const inner = span('inner', { kind: 'agent', parentId: 'agent', start: 6 });
    const deep = span('deep', { parentId: 'inner', start: 7 });
    const { entries } = build(
      [span('g'), lost, agent, inner, deep],
      [call('lost', 0), call('lost', 1), call('deep', 0)],
    );
    const group = entries.find((entry): entry is Group => entry.entry === 'group' && entry.kind === 'missing-parent');
    expect(group && groupName(group)).toBe('Parent not received, 3 calls.');
  });

  it('flag more thinking than output, and show it as all of the output', () => {
    const { steps } = build([span('g', { reasoningTokens: 5000, outputTokens: 1000 })], [call('g', 0, thought)]);
    expect(steps[0]?.paid).toMatchObject({ clamped: true, reasoningTokens: 1000 });
  });
});

describe('contradicting rows', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const anyRows: fc.Arbitrary<TraceRows> = fc
    .record({
      parents: fc.array(fc.option(fc.constantFrom(...ids, 'gone', 'lost')), { minLength: 6, maxLength: 6 }),
      kinds: fc.array(fc.constantFrom('generation', 'tool', 'agent', 'span'), { minLength: 6, maxLength: 6 }),
      calls: fc.array(
        fc.record({
          span: fc.constantFrom(...ids),
          callId: fc.option(fc.nat(3)),
          reasoningRef: fc.option(fc.nat(3)),
          thoughtCount: fc.nat(1),
          by: fc.constantFrom('generation' as const, 'execution' as const),
        }),
        { maxLength: 12 },
      ),
    })
    .map(({ parents, kinds, calls }) => ({
      spans: ids.map((id, at) => span(id, { parentId: parents[at]!, kind: kinds[at]!, start: at, duration: 3 })),
      calls: calls.map(({ span: spanId, by, ...fields }, index) => call(spanId, index, { ...fields, describedBy: by })),
    }));

  it('every call that was asked for is in exactly one step, and every response in at least one', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const { steps, entries } = buildSteps(rows);
        const shown = steps.flatMap((step) => step.calls.flatMap((one) => (one.request ? [one.key] : [])));
        const asked = rows.calls
          .filter((row) => row.describedBy === 'generation')
          .map((row) => `${row.spanId}:${row.index}`);
        expect([...shown].sort()).toEqual(asked.sort());
        const responses = rows.spans.filter((one) => one.kind === 'generation').map((one) => one.id);
        expect(responses.filter((id) => !steps.some((step) => step.span?.id === id))).toEqual([]);
        expect(new Set(entries.map((entry) => entry.key)).size).toBe(entries.length);
        expect(entries.every((entry, index) => entry.parent < index)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('the parts of a response sum to exactly what it cost', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const { steps } = buildSteps(rows);
        for (const { id } of rows.spans.filter((one) => one.kind === 'generation')) {
          const own = steps.filter((step) => step.span?.id === id && step.paid);
          expect(own.reduce((sum, step) => sum + (step.paid?.cost ?? 0), 0)).toBe(1000);
          expect(own.reduce((sum, step) => sum + (step.paid?.reasoningTokens ?? 0), 0)).toBe(600);
        }
      }),
    );
  });
});
