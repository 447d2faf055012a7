// Which descriptions belong to the same call, and which thought led to it, in any order of arrival.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinCalls, rowKey } from './join-calls.ts';
import type { Call } from './joined-call.ts';
import type { CallRow, SpanRow } from '../skeleton/skeleton.ts';

const span = (id: string, fields: Partial<SpanRow> = {}): SpanRow => ({
  ...{ id, parentId: null, kind: 'generation', name: id, start: 0, duration: 10, status: 'ok', statusMessage: null },
  ...{
    agent: null,
    model: null,
    incomplete: false,
    paused: false,
    inRun: false,
    partial: false,
    state: null,
    inputTokens: null,
    outputTokens: null,
  },
  ...{ reasoningTokens: null, reasoningSource: null, cost: null, reasoningCost: null, hiddenCost: null },
  ...fields,
});

const row = (describedBy: CallRow['describedBy'], spanId: string, fields: Partial<CallRow> = {}): CallRow => ({
  ...{ spanId, ownerId: spanId, index: 0, describedBy, type: 'function', callId: null, tool: 'get_stock', start: 0 },
  ...{ duration: null, durationInferred: false, status: 'unset', incomplete: false, state: 'unreported' },
  ...{
    argumentsKey: null,
    reasoningRef: null,
    reasoningTokens: null,
    tokensSource: null,
    reasoningCost: null,
    thoughtCount: 0,
  },
  ...{ thoughtCharacters: 0, heldThought: null, hasPreamble: false, otherCharacters: 0 },
  ...fields,
});

const thought = { state: 'readable', thoughtCount: 1, thoughtCharacters: 9 } as const;
const keys = (call: Call) =>
  [call.request, call.execution, call.resultRow, call.thinking].map((one) => one && rowKey(one));
const joined = (spans: SpanRow[], calls: CallRow[]) => {
  const { byGeneration, orphans } = joinCalls({ spans, calls });
  return { asked: [...byGeneration.values()].flat().map(keys), orphans: orphans.map(keys) };
};

describe('runs without a call id', () => {
  const asked = [
    row('generation', 'g', { callId: 1, argumentsKey: 7 }),
    row('generation', 'g', { index: 1, callId: 2, argumentsKey: 8 }),
    row('generation', 'g', { index: 2, callId: 3, argumentsKey: 8 }),
  ];

  it('belong to the earliest call of the same name and arguments that has none', () => {
    const ran = [
      row('execution', 't1', { start: 5, argumentsKey: 8 }),
      row('execution', 't2', { start: 6, argumentsKey: 8 }),
      row('execution', 't3', { start: 7, argumentsKey: 7 }),
    ];
    expect(joined([], [...asked, ...ran]).asked.map(([, run]) => run)).toEqual(['t3:0', 't1:0', 't2:0']);
  });

  it('stay separate when arguments or names differ, or before the call was requested', () => {
    const ran = [
      row('execution', 't1', { start: 5, argumentsKey: 9 }),
      row('execution', 't2', { start: 5, argumentsKey: 7, tool: 'get_price' }),
      row('execution', 't3', { start: -1, argumentsKey: 7 }),
      row('execution', 't4', { start: 5, argumentsKey: 7, callId: 4 }),
    ];
    const { asked: calls, orphans } = joined([], [...asked, ...ran]);
    expect(calls.map(([, run]) => run)).toEqual([null, null, null]);
    expect(orphans).toHaveLength(4);
  });
});

describe('both sides of a call of an MCP server', () => {
  const asked = row('generation', 'g', { callId: 1 });
  const client = row('execution', 'client', { callId: 1, start: 2, duration: 8 });
  const server = row('execution', 'server', { start: 4, duration: 3 });
  const around = (between: Partial<SpanRow>) => [
    span('client', { kind: 'tool' }),
    span('http', { kind: 'span', parentId: 'client', ...between }),
    span('server', { kind: 'tool', parentId: 'http' }),
  ];

  it('are one call, run as long as the client saw it', () => {
    const { byGeneration, orphans } = joinCalls({ spans: around({}), calls: [server, client, asked] });
    expect(byGeneration.get('g')).toMatchObject([{ execution: { spanId: 'client' }, duration: 8, runs: 2 }]);
    expect(orphans).toEqual([]);
  });

  it('are merged even when the requesting response was not reported', () => {
    const { orphans } = joinCalls({ spans: around({}), calls: [server, client] });
    expect(orphans).toMatchObject([{ execution: { spanId: 'client' }, runs: 2 }]);
  });

  it('are two calls when an agent stands between them', () => {
    expect(joined(around({ kind: 'agent' }), [asked, client, server]).orphans).toHaveLength(1);
  });
});

describe('the thought of a call', () => {
  it('comes from a later request that repeats it, when the response itself lost it', () => {
    const calls = [
      row('generation', 'g', { callId: 1 }),
      row('generation', 'g', { callId: 2, index: 1 }),
      row('history', 'g2', { callId: 1, start: 9, status: 'ok', ...thought }),
      row('history', 'g2', { callId: 2, index: 1, start: 9, status: 'ok', state: 'shared', reasoningRef: 1 }),
    ];
    expect(joined([], calls).asked.map(([, , , thinking]) => thinking)).toEqual(['g2:0', 'g2:1']);
  });

  it('stays that of the response, where it has one', () => {
    const calls = [
      row('generation', 'g', { callId: 1, ...thought }),
      row('history', 'g2', { callId: 1, start: 9, status: 'ok', ...thought }),
    ];
    expect(joined([], calls).asked).toEqual([['g:0', null, 'g2:0', 'g:0']]);
  });

  it('comes from a copy of the response by another instrumentation, and the result from the request after it', () => {
    const calls = [
      row('generation', 'g', { callId: 1 }),
      row('history', 'copy', { callId: 1, ...thought }),
      row('history', 'g2', { callId: 1, start: 9, status: 'ok', tool: '' }),
    ];
    expect(joined([], calls).asked).toEqual([['g:0', null, 'g2:0', 'copy:0']]);
  });

  it('comes from a copy of the response that gives the calls ids of its own, and none is shown twice', () => {
    const copied = { ownerId: 'g', start: 1 } as const;
    const calls = [
      row('generation', 'g', { callId: 1 }),
      row('generation', 'g', { callId: 2, index: 1 }),
      row('history', 'copy', { ...copied, callId: 3, ...thought }),
      row('history', 'copy', { ...copied, callId: 4, index: 1, state: 'shared', reasoningRef: 3 }),
      // What the copy repeats of earlier calls is another call.
      row('history', 'copy', { ...copied, callId: 5, index: 1, status: 'ok' }),
    ];
    const { byGeneration, orphans } = joinCalls({ spans: [], calls });
    expect(byGeneration.get('g')?.map(({ thinking }) => thinking)).toMatchObject([
      { spanId: 'copy', index: 0 },
      { spanId: 'copy', index: 1, reasoningRef: 1 },
    ]);
    expect(orphans.map(({ callId }) => callId)).toEqual([5]);
  });

  it('comes from the run when no other row has it', () => {
    const calls = [row('generation', 'g', { callId: 1 }), row('execution', 't', { callId: 1, start: 5, ...thought })];
    expect(joined([], calls).asked).toEqual([['g:0', 't:0', null, 't:0']]);
  });

  it('is never taken by position: another id in the history is another call', () => {
    const calls = [
      row('generation', 'g', { callId: 1 }),
      row('history', 'g2', { callId: 2, start: 9, status: 'ok', tool: 'get_stock', ...thought }),
    ];
    expect(joined([], calls)).toEqual({
      asked: [['g:0', null, null, 'g:0']],
      orphans: [[null, null, 'g2:0', 'g2:0']],
    });
  });
});

describe('a response that was paused in the middle of its turn', () => {
  const spans = [
    span('g1', { paused: true, parentId: 'a', start: 0 }),
    span('other', { parentId: 'b', start: 5 }),
    span('g2', { parentId: 'a', start: 10 }),
  ];
  const left = row('generation', 'g1', { type: 'trailing', tool: 'text_output', ...thought });

  it('leaves its last thought to the first call of the response that goes on', () => {
    const calls = [left, row('generation', 'g2', { callId: 1, start: 10 }), row('generation', 'other', { start: 5 })];
    const { byGeneration } = joinCalls({ spans, calls });
    expect(byGeneration.get('g2')?.[0]?.thinking).toBe(left);
    expect(byGeneration.get('other')?.[0]?.thinking?.thoughtCount).toBe(0);
    expect(byGeneration.get('g1')).toEqual([]);
  });

  it('keeps it when that call has a thought of its own, or none follows', () => {
    const own = row('generation', 'g2', { callId: 1, start: 10, ...thought });
    expect(joinCalls({ spans, calls: [left, own] }).byGeneration.get('g1')).toHaveLength(1);
    expect(joinCalls({ spans, calls: [left] }).byGeneration.get('g1')).toHaveLength(1);
  });
});

describe('the order in which rows arrive', () => {
  const anyRow = fc.record({
    describedBy: fc.constantFrom('generation' as const, 'execution' as const, 'history' as const),
    spanId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    callId: fc.option(fc.nat(3)),
    tool: fc.constantFrom('get_stock', 'get_price', ''),
    start: fc.nat(4),
    argumentsKey: fc.option(fc.nat(1)),
    thoughtCount: fc.nat(1),
    reasoningRef: fc.option(fc.nat(3)),
    status: fc.constantFrom('unset' as const, 'ok' as const, 'error' as const),
    duration: fc.option(fc.nat(9)),
  });
  /** The index counts the rows of one span. */
  const anyRows = fc.array(anyRow, { maxLength: 14 }).map((rows) =>
    rows.map(({ describedBy, spanId, ...fields }, at) => {
      const index = rows.slice(0, at).filter((one) => one.spanId === spanId).length;
      return row(describedBy, spanId, { ...fields, index });
    }),
  );
  const anySpans = fc.array(
    fc.record({
      kind: fc.constantFrom('generation', 'tool', 'span', 'agent'),
      parentId: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e')),
      start: fc.nat(4),
      paused: fc.boolean(),
    }),
    { minLength: 5, maxLength: 5 },
  );

  it('never changes what is joined', () => {
    const someTrailing = fc
      .tuple(anyRows, fc.infiniteStream(fc.boolean()))
      .map(([rows, coins]) =>
        rows.map((one) => ({ ...one, type: coins.next().value ? ('trailing' as const) : one.type })),
      );
    const shuffled = someTrailing.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
    );
    fc.assert(
      fc.property(shuffled, anySpans, fc.boolean(), ([rows, arrived], fields, reversed) => {
        const spans = fields.map((one, index) => span('abcde'[index]!, one));
        const sorted = ({ asked, orphans }: ReturnType<typeof joined>) => [
          asked.map(String).sort(),
          orphans.map(String).sort(),
        ];
        expect(sorted(joined(reversed ? spans.toReversed() : spans, arrived))).toEqual(sorted(joined(spans, rows)));
      }),
      { numRuns: 500 },
    );
  });

  it('never loses a request or a run, nor shows one twice', () => {
    fc.assert(
      fc.property(anyRows, anySpans, (rows, fields) => {
        const spans = fields.map((one, index) => span('abcde'[index]!, one));
        const { asked, orphans } = joined(spans, rows);
        const shown = [...asked, ...orphans].flatMap(([one]) => one ?? []);
        expect(shown.sort()).toEqual(
          rows
            .filter((one) => one.describedBy === 'generation')
            .map(rowKey)
            .sort(),
        );
        const { byGeneration, orphans: own } = joinCalls({ spans, calls: rows });
        const runs = [...byGeneration.values(), own].flat().reduce((sum, call) => sum + call.runs, 0);
        expect(runs).toBe(rows.filter((one) => one.describedBy === 'execution').length);
      }),
      { numRuns: 500 },
    );
  });
});
