/**
 * Gemini behind its OpenAI-compatible endpoint, and behind proxies of it: what is flagged as thought (providers.md
 * §5.3).
 */
import { describe, expect, it } from 'vitest';
import { attribute } from '../../attribution/attribution.ts';
import { sse } from '../../testing/wire.ts';
import { readResponse } from '../index.ts';

type Json = Record<string, unknown>;

const flagged = (content: string, more: Json = {}) => ({
  content,
  extra_content: { google: { thought: true, ...more } },
});
const plain = (content: string) => ({ content });
const call = { tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }] };

function streamed(...deltas: Json[]) {
  const chunks = deltas.map((delta) => ({ model: 'gemini-3-flash', choices: [{ index: 0, delta }] }));
  const response = readResponse({
    body: sse([...chunks, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }]),
  });
  return attribute(response?.choices[0]?.parts ?? [], { generateId: () => 'answer' });
}

function whole(message: Json) {
  const body = { model: 'gemini-3-flash', choices: [{ index: 0, message, finish_reason: 'stop' }] };
  const response = readResponse({ body: JSON.stringify(body) });
  return attribute(response?.choices[0]?.parts ?? [], { generateId: () => 'answer' });
}

describe('what a stream flags as thought', () => {
  const expected = [{ reasoning: ['Plan one. Two.'], arguments: { content: 'Answer.' }, state: 'summary' }];
  it.each<[string, Json[]]>([
    [
      'stands between tags, the closing one before the answer',
      [flagged('<thought>Plan one.'), flagged(' Two.'), plain('</thought>Answer.')],
    ],
    [
      'stands between tags, the closing one behind the thought',
      [flagged('<thought>Plan one.'), flagged(' Two.</thought>'), plain('Ans'), plain('wer.')],
    ],
    [
      'is flagged at the beginning only',
      [flagged('<thought>Plan one.'), plain(' Two.'), plain('</thou'), plain('ght>Answer.')],
    ],
    ['has no tags', [flagged('Plan one.'), flagged(' Two.'), plain('Ans'), plain('wer.')]],
    ['has lost its opening tag', [flagged('Plan one.'), flagged(' Two.'), plain('</thought>Answer.')]],
  ])('and %s', (_, deltas) => expect(streamed(...deltas).calls).toMatchObject(expected));
  it('leads to the call behind it, with tags or without, also a second time', () => {
    for (const [open, close] of [
      ['', ''],
      ['<thought>', '</thought>'],
    ] as const) {
      const thought = (text: string) => flagged(open + text + close);
      expect(streamed(thought('A'), call).calls).toMatchObject([{ name: 'f', reasoning: ['A'], preamble: null }]);
      expect(streamed(thought('A'), plain('so'), thought('B'), plain('and'), call).calls).toMatchObject([
        { reasoning: ['A', 'B'], preamble: 'so\n\nand' },
      ]);
    }
  });
  it('is an answer where the flag stands beside its signature', () =>
    expect(streamed(flagged('It is noon.', { thought_signature: 'AV' })).calls).toMatchObject([
      { reasoning: [], arguments: { content: 'It is noon.' }, state: 'withheld' },
    ]));
});

describe('a whole message, whose flag says nothing of its parts', () => {
  it('has its thoughts between tags', () =>
    expect(whole(flagged('<thought>Plan</thought>Answer.')).calls).toMatchObject([
      { reasoning: ['Plan'], arguments: { content: 'Answer.' } },
    ]));
  it.each([{}, { thought_signature: 'AV' }])('is the answer without any: %j', (more) =>
    expect(whole(flagged('It is noon.', more)).calls).toMatchObject([
      { reasoning: [], arguments: { content: 'It is noon.' } },
    ]),
  );
});
