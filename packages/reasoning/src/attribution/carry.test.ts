/** A turn that goes on in the next response: what is pending goes with it (providers.md §15.5.1). */
import { describe, expect, it } from 'vitest';
import { attribute, type AttributeOptions } from './attribution.ts';
import type { Part } from '../parts/part.ts';
import { readResponse } from '../readers/index.ts';

const R = (text: string, key = text): Part => ({
  kind: 'reasoning',
  key,
  text,
  format: 'anthropic',
  field: 'thinking',
});
const HIDDEN: Part = { kind: 'hidden', key: 'h', encrypted: true, format: 'parsed', field: 'thinking' };
const T = (text: string, key = text): Part => ({ kind: 'text', key, text });
const C = (id: string): Part => ({
  kind: 'tool_call',
  id,
  name: id,
  arguments: {},
  itemType: 'tool_use',
  type: 'function',
});
const RESULT = (callId: string, result: unknown): Part => ({ kind: 'tool_result', callId, result });

/** Attributes both responses, the second with what the first left. */
function turn(first: Part[], second: Part[], more: { first?: AttributeOptions; second?: AttributeOptions } = {}) {
  const before = attribute(first, { continues: 'turn', ...more.first });
  const { carry, lastReasoningCallId } = before;
  const after = attribute(second, { lastReasoningCallId, ...(carry && { carried: carry }), ...more.second });
  return { before, after };
}

const reasoning = (tokens: number): AttributeOptions => ({
  usage: { output: tokens, reasoning: tokens, reasoningSource: 'reported' },
});

describe('what is pending', () => {
  it('belongs to the first call of the next response, before its own thoughts', () => {
    const { before, after } = turn([R('1'), T('so')], [R('2'), C('a'), C('b')]);
    expect(before).toMatchObject({ calls: [], trailing: null });
    expect(after.calls).toMatchObject([
      { reasoning: ['1', '2'], preamble: 'so', state: 'readable' },
      { reasoning: [], preamble: null, reasoningRef: 'a' },
    ]);
    expect(after.carry).toBeUndefined();
  });
  it('is only what came after the last call', () => {
    const { before, after } = turn([R('1'), C('a'), R('2')], [C('b')]);
    expect(before.calls).toMatchObject([{ id: 'a', reasoning: ['1'] }]);
    expect(after.calls).toMatchObject([{ id: 'b', reasoning: ['2'], reasoningRef: null }]);
  });
  it('is part of the answer when no call follows', () =>
    expect(turn([R('1'), T('Half')], [T('rest')]).after.calls).toMatchObject([
      { name: 'text_output', reasoning: ['1'], arguments: { content: 'Half\n\nrest' } },
    ]));
  it('is not lost when the next response is empty', () =>
    expect(turn([R('1')], []).after.calls).toMatchObject([{ name: 'text_output', reasoning: ['1'] }]));
  it('goes through a response that takes nothing of it', () => {
    const paused = attribute([R('1')], { continues: 'turn', ...reasoning(10) });
    const again = attribute([T('so')], { continues: 'turn', ...(paused.carry && { carried: paused.carry }) });
    expect(attribute([C('a')], { ...(again.carry && { carried: again.carry }) }).calls).toMatchObject([
      { reasoning: ['1'], preamble: 'so', reasoningTokens: 10, reasoningTokensSource: 'reported' },
    ]);
  });
  it('can be an unseen thought', () =>
    expect(turn([HIDDEN], [C('a')], { first: reasoning(9) }).after.calls).toMatchObject([
      { reasoning: [], state: 'encrypted', reasoningTokens: 9 },
    ]));
  it('stays with its agent', () => {
    const by = (agent: string, part: Part) => ({ ...part, agent });
    const { after } = turn([by('x', R('1')), by('y', R('2'))], [by('y', C('a')), by('x', C('b'))]);
    expect(after.calls).toMatchObject([
      { id: 'a', reasoning: ['2'] },
      { id: 'b', reasoning: ['1'] },
    ]);
  });
  it('is nothing after a call that took all', () => expect(turn([R('1'), C('a')], []).before.carry).toBeUndefined());
  it('ends with its response when no continuation is reported', () =>
    expect(attribute([C('a'), R('1')])).toMatchObject({ trailing: { reasoning: ['1'] } }));
  it('ends with a response that comes again as a whole', () =>
    expect(attribute([C('a'), R('1')], { continues: 'again' })).toMatchObject({ trailing: { reasoning: ['1'] } }));
});

describe('a border', () => {
  it('between two blocks keeps them apart, also when their keys are equal', () =>
    expect(turn([R('1', '0')], [R('2', '0'), C('a')]).after.calls[0]?.reasoning).toEqual(['1', '2']));
  it('in the middle of an output joins the split text, even with different keys', () => {
    const cut = { first: { continues: 'output' } } as const;
    expect(turn([R('th', 'r1')], [R('ink', 'r0'), C('a')], cut).after.calls[0]?.reasoning).toEqual(['think']);
    expect(turn([T('lo', 't1')], [T('ok', 't0'), C('a')], cut).after.calls[0]?.preamble).toBe('look');
    expect(turn([R('think', 'r1')], [T('look', 't0'), C('a')], cut).after.calls).toMatchObject([
      { reasoning: ['think'], preamble: 'look' },
    ]);
  });
});

describe('tokens of carried thoughts', () => {
  it('were counted where they stand, and add up over the turn', () => {
    const { before, after } = turn([R('1'), C('a'), R('2')], [R('3'), C('b'), R('4'), C('c')], {
      first: reasoning(10),
      second: reasoning(8),
    });
    const paid = [...before.calls, ...after.calls].map((call) => [call.reasoningTokens, call.reasoningTokensSource]);
    expect(paid).toEqual([
      [5, 'apportioned'],
      [9, 'apportioned'],
      [4, 'apportioned'],
    ]);
  });
  it('stay reported where nothing was split', () =>
    expect(turn([R('1')], [R('2'), C('a')], { first: reasoning(10), second: reasoning(8) }).after.calls).toMatchObject([
      { reasoningTokens: 18, reasoningTokensSource: 'reported' },
    ]));
  it.each([
    ['first', { second: reasoning(8) }],
    ['second', { first: reasoning(10) }],
  ])('are unknown when the %s response reported none', (_, usages) =>
    expect(turn([R('1')], [R('2'), C('a')], usages).after.calls[0]?.reasoningTokens).toBeUndefined(),
  );
  it('of a thought that the border cut are those of both halves', () =>
    expect(
      turn([R('th')], [R('ink'), C('a')], { first: { continues: 'output', ...reasoning(2) }, second: reasoning(3) })
        .after.calls,
    ).toMatchObject([{ reasoning: ['think'], reasoningTokens: 5, reasoningTokensSource: 'reported' }]));
  it('weigh what came with each response, and not what came before', () =>
    expect(
      turn([R('th')], [R('ink'), C('a'), R('xyz'), C('b')], {
        first: { continues: 'output', ...reasoning(2) },
        second: reasoning(6),
      }).after.calls,
    ).toMatchObject([
      { id: 'a', reasoning: ['think'], reasoningTokens: 5 },
      { id: 'b', reasoning: ['xyz'], reasoningTokens: 3 },
    ]));
});

describe('results of an earlier response', () => {
  it('are reported with the id of their call', () =>
    expect(
      attribute([RESULT('srv', { stdout: '1' }), { kind: 'tool_result', callId: 'x', isError: true }, C('a')]),
    ).toMatchObject({
      calls: [{ id: 'a' }],
      lateResults: [
        { callId: 'srv', result: { stdout: '1' } },
        { callId: 'x', isError: true },
      ],
    }));
  it('are none where every call is at hand', () =>
    expect(attribute([C('a'), RESULT('a', 1)])).not.toHaveProperty('lateResults'));
});

describe('readers', () => {
  const continuationOf = (body: object) => readResponse({ body: JSON.stringify(body) })?.continues;

  it.each([
    ['pause_turn', 'turn'],
    ['tool_use', undefined],
    ['end_turn', undefined],
  ])('of Messages that ended with %s are %s', (stop_reason, continues) =>
    expect(continuationOf({ type: 'message', content: [], stop_reason })).toBe(continues),
  );
  it.each([
    ['queued', 'again'],
    ['in_progress', 'again'],
    ['completed', undefined],
  ])('of Responses with status %s are %s', (status, continues) =>
    expect(continuationOf({ object: 'response', status, output: [] })).toBe(continues),
  );
});
