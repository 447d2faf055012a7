/** Which differences the comparison allows, with their reasons, and which ones still fail. */
import { attribute, type Part } from '@subtext/reasoning';
import { describe, expect, it } from 'vitest';
import { compare } from './compare.ts';
import type { ExpectedCall, ExpectedTurn, Recording } from './recording.ts';
import { ALLOWED } from './allowed-differences.ts';
import type { ReportedTurn } from './reported-turns.ts';

const textPart = (key: string, text: string, refusal = false): Part => ({
  kind: 'text',
  key,
  text,
  ...(refusal && { refusal: true }),
});
const detail = (key: string, text: string): Part => ({
  kind: 'reasoning',
  key,
  text,
  format: 'parsed',
  field: 'reasoning_details',
});

function answer(content: string, more: Partial<ExpectedCall> = {}): ExpectedCall {
  return {
    tool_name: 'text_output',
    tool_call_id: null,
    arguments: { content },
    reasoning: [],
    preamble: null,
    reasoning_ref: null,
    reasoning_ref_index: null,
    item_type: null,
    ...more,
  };
}

function recorded(call: ExpectedCall, more: Partial<ExpectedTurn> = {}, body: unknown = {}): Recording {
  return {
    id: 'harbour',
    provider: 'openai',
    api: 'openai.chat',
    model: 'model',
    streaming: false,
    tags: [],
    turns: [{ request: null, response: { status: 200, content_type: null, encoding: 'json', body } }],
    expected: { turns: [{ tool_calls: [call], trailing_reasoning: [], trailing_text: '', usage: null, ...more }] },
  };
}

function reported(parts: Part[], usage?: ReportedTurn['usage']): ReportedTurn[] {
  return [{ calls: attribute(parts).calls, trailingReasoning: [], trailingText: '', usage }];
}

describe('texts of one response', () => {
  const recording = recorded(answer('I look.High water is at six.'));
  it('may be separate where the recordings concatenate them', () =>
    expect(compare(recording, reported([textPart('1', 'I look.'), textPart('2', 'High water is at six.')]))).toEqual({
      misses: [],
      allowed: [ALLOWED.saidApart],
    }));
  it.each(['I look. High water is at six.', 'I look.\n\nHigh water is at', 'I look.\n\nHigh water is at six!'])(
    'may differ in nothing else: %j',
    (text) => expect(compare(recording, reported([textPart('1', text)])).misses).toHaveLength(1),
  );
});

describe('a response without output', () => {
  it('may have no answer', () =>
    expect(compare(recorded(answer('')), reported([]))).toEqual({ misses: [], allowed: [ALLOWED.saidNothing] }));
  it('is not one with a text, a thought or a refusal', () => {
    const reasoning = ['The tide turns.'];
    for (const recording of [
      recorded(answer('High water.')),
      recorded(answer('', { reasoning })),
      recorded(answer(''), { refusal: 'No.' }),
      recorded(answer('', { item_type: 'function' })),
    ])
      expect(compare(recording, reported([])).misses).toHaveLength(1);
  });
});

describe('a refusal that the provider reports beside the answer', () => {
  const blocked = { promptFeedback: { blockReasonMessage: 'The "harbour" is closed.' } };
  it('may be the content of the answer, word by word', () =>
    expect(
      compare(recorded(answer(''), {}, blocked), reported([textPart('1', 'The "harbour" is closed.', true)])),
    ).toEqual({
      misses: [],
      allowed: [ALLOWED.refusal],
    }));
  it.each([
    ['made up', textPart('1', 'The harbour is full.', true)],
    ['no refusal', textPart('1', 'The "harbour" is closed.')],
  ])('is not one that is %s', (_how, part) =>
    expect(compare(recorded(answer(''), {}, blocked), reported([part])).misses).toHaveLength(1),
  );
});

describe('details of the thinking', () => {
  const recording = recorded(answer('At six.', { reasoning: ['Tide first.Then wind.'] }));
  it('may each be a block', () =>
    expect(
      compare(recording, reported([detail('1', 'Tide first.'), detail('2', 'Then wind.'), textPart('3', 'At six.')])),
    ).toEqual({ misses: [], allowed: [ALLOWED.details] }));
  it('must be complete', () =>
    expect(
      compare(recording, reported([detail('1', 'Tide'), detail('2', 'wind'), textPart('3', 'At six.')])).misses,
    ).toHaveLength(1));
});

describe('figures that are all 0', () => {
  const zero = { input_tokens: 0, output_tokens: 0, reasoning_tokens: 0, raw: { total_tokens: 0 } };
  it('may be unknown', () =>
    expect(compare(recorded(answer('At six.'), { usage: zero }), reported([textPart('1', 'At six.')]))).toEqual({
      misses: [],
      allowed: [ALLOWED.usageNone],
    }));
  it('are not unknown when one of them has a value', () =>
    expect(
      compare(
        recorded(answer('At six.'), { usage: { ...zero, output_tokens: 3 } }),
        reported([textPart('1', 'At six.')]),
      ).misses,
    ).not.toEqual([]));
});

describe('tokens of the thinking', () => {
  const usage = { input_tokens: 10, output_tokens: 8, reasoning_tokens: null };
  const of = (raw: Record<string, unknown>, api: string) => ({
    ...recorded(answer('At six.'), { usage: { ...usage, raw } }),
    api,
  });
  const spoke = (output: number, reasoning?: number) =>
    reported([textPart('1', 'At six.')], { input: 10, output, ...(reasoning !== undefined && { reasoning }) });
  it.each([
    ['beside the sums', 'openai.chat', { reasoning_tokens: 5 }],
    ['within the sums', 'cohere.chat', { tokens: { reasoning_tokens: 5 } }],
  ])("may be %s of the host's own object", (_where, api, raw) => {
    expect(compare(of(raw, api), spoke(8, 5))).toEqual({ misses: [], allowed: [ALLOWED.usageElsewhere] });
    expect(compare(of(raw, api), spoke(8, 6)).misses).toHaveLength(1);
  });
  it('are not invented', () => expect(compare(of({}, 'openai.chat'), spoke(8, 5)).misses).toHaveLength(1));
  it('of Gemini are counted beside the output, with a total or without', () => {
    const recording = of({ candidatesTokenCount: 8, thoughtsTokenCount: 9 }, 'gemini.generateContent');
    recording.expected.turns[0]!.usage!.reasoning_tokens = 9;
    expect(compare(recording, spoke(17, 9))).toEqual({ misses: [], allowed: [ALLOWED.usageBeside] });
    expect(compare(recording, spoke(8, 8)).misses).not.toEqual([]);
  });
});
