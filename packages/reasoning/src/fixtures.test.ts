/** Our own fixtures, for what the recordings lack: read, attributed, and cut at every byte. */
import { describe, expect, it } from 'vitest';
import type { AttributedResponse } from './parts/call.ts';
import type { ModelResponse } from './parts/model-response.ts';
import { attributed, bytesOf, FIXTURES, readTurn, type Fixture, type FixtureCall } from './testing/fixtures.ts';

/** Small bodies are cut at every byte; larger ones this often, at odd distances, so that all kinds of borders are met. */
const CUTS = 200;

function actual({ calls }: AttributedResponse) {
  return calls.map((call) => ({
    tool_name: call.name,
    tool_call_id: call.idGenerated ? null : call.id,
    arguments: call.arguments,
    reasoning: call.reasoning,
    preamble: call.preamble,
    reasoning_ref_index: call.reasoningRef === null ? null : calls.findIndex(({ id }) => id === call.reasoningRef),
    item_type: call.type === 'answer' ? null : call.itemType,
    state: call.state,
    reasoning_tokens: call.reasoningTokens,
    reasoning_tokens_source: call.reasoningTokensSource,
    incomplete: call.incomplete,
  }));
}

const expectedCalls = (calls: readonly FixtureCall[]) =>
  calls.map(({ tool_name, tool_call_id, reasoning, preamble, reasoning_ref_index, item_type, ...call }) => ({
    ...{ tool_name, tool_call_id, arguments: call.arguments, reasoning, preamble, reasoning_ref_index, item_type },
    state: call.state,
    reasoning_tokens: call.reasoning_tokens,
    reasoning_tokens_source: call.reasoning_tokens_source,
    incomplete: call.incomplete,
  }));

/** Turn by turn, each with what the one before left to it. */
function turnsOf(fixture: Fixture) {
  let carried: AttributedResponse['carry'];
  return fixture.expected.turns.map((expected, index) => {
    const model = readTurn(fixture, index);
    const response = attributed(model, carried);
    carried = response.carry;
    return { expected, model, response, index };
  });
}

describe.each(FIXTURES)('$provider/$id', (fixture) => {
  it.each(turnsOf(fixture))('turn $index: calls, and what trails', ({ expected, response }) => {
    expect(actual(response)).toEqual(expectedCalls(expected.tool_calls));
    expect(response.trailing?.reasoning ?? []).toEqual(expected.trailing_reasoning);
    expect(response.trailing?.text ?? '').toBe(expected.trailing_text);
    expect(response.lateResults).toEqual(expected.late_results);
    if (expected.state) expect(response.state).toBe(expected.state);
  });

  it.each(turnsOf(fixture))('turn $index: tokens, and how it ended', ({ expected, model, response }) => {
    expect(model?.api).toBe(fixture.api);
    expect(model?.usage).toEqual(expected.usage?.inclusive);
    expect(model?.finishReason ?? null).toBe(expected.finish_reason);
    expect(model?.incomplete).toBe(expected.incomplete ?? false);
    expect(model?.continues).toBe(expected.continues);
    const refused = response.calls.find((call) => call.refusal);
    expect(refused?.arguments).toEqual(expected.refusal === undefined ? undefined : { content: expected.refusal });
  });
});

const streamed = FIXTURES.flatMap((fixture) =>
  fixture.turns.flatMap((turn, index) => (turn.streaming ? [{ name: fixture.id, fixture, index }] : [])),
);

function cutsOf(bytes: Uint8Array): number[] {
  const step = bytes.length <= CUTS ? 1 : Math.ceil(bytes.length / CUTS) | 1;
  return Array.from({ length: Math.ceil(bytes.length / step) }, (_, index) => index * step);
}

/** Half a closing tag at the end is text, since nothing more comes. */
const HALF_A_TAG = /\s*(?:<\/?\w*)?$/;
const thoughts = (model: ModelResponse | null) =>
  (model?.choices ?? []).map(({ parts }) => parts.map((part) => (part.kind === 'reasoning' ? part.text : '')).join(''));
const callNames = (model: ModelResponse | null) =>
  (model?.choices ?? []).map(({ parts }) => parts.flatMap((part) => (part.kind === 'tool_call' ? part.name : [])));

describe.each(streamed)('$name, turn $index', ({ fixture, index }) => {
  const bytes = bytesOf(fixture.turns[index]!.response);
  const whole = readTurn(fixture, index);

  it('cut at any byte says less, never something else', () => {
    const wrong = cutsOf(bytes).flatMap((at) => {
      const part = readTurn(fixture, index, bytes.subarray(0, at));
      attributed(part);
      const known = thoughts(part).every((text, choice) =>
        thoughts(whole)[choice]?.startsWith(text.replace(HALF_A_TAG, '')),
      );
      const called = callNames(part).every((names, choice) =>
        names.every((name, position) => callNames(whole)[choice]?.[position]?.startsWith(name)),
      );
      return known && called ? [] : [{ at, thoughts: thoughts(part), calls: callNames(part) }];
    });
    expect(wrong).toEqual([]);
  });

  it('in two pieces, split at any byte, is the same', () => {
    const plain = withoutIds(whole);
    const wrong = cutsOf(bytes).filter(
      (at) => withoutIds(readTurn(fixture, index, [bytes.subarray(0, at), bytes.subarray(at)])) !== plain,
    );
    expect(wrong).toEqual([]);
  });
});

/** Without the ids that were made up. */
function withoutIds(model: ModelResponse | null): string {
  return JSON.stringify(model).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'generated');
}
