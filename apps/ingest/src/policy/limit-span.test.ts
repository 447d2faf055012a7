// What of a raw span is cut to the limits of its project, and that it says so.
import { decodeMessages, shownBytes } from '@subtext/reasoning';
import { expect, it } from 'vitest';
import { emptySpan, type Attributes } from '../otlp/wire.ts';
import { limitSpan } from './limit-span.ts';

const long = (letter: string) => letter.repeat(1000);
const cut = (letter: string, limit: number) => `${letter.repeat(limit)}\n… [cut: ${limit} of 1000 characters kept]`;
const nothing = { attributes: new Map() };

const limited = (attributes: Attributes, limits: object) =>
  limitSpan({ ...emptySpan(nothing, { ...nothing, name: '', version: '' }), attributes }, limits).attributes;

it('cuts what an attribute names to the limit of its kind', () => {
  const attributes = new Map([
    ['gen_ai.tool.call.result', long('r')],
    ['gen_ai.tool.call.arguments', long('a')],
    ['subtext.reasoning', [long('t'), 'short']],
    ['unheard.of', long('u')],
  ] as [string, string | string[]][]);
  const reported = limited(attributes, { results: 300, reasoning: 200 });
  expect(reported.get('gen_ai.tool.call.result')).toBe(cut('r', 300));
  expect(reported.get('subtext.reasoning')).toEqual([cut('t', 200), 'short']);
  expect(reported.get('gen_ai.tool.call.arguments')).toBe(long('a'));
  expect(reported.get('unheard.of')).toBe(long('u'));
  expect(reported.get('masking.cut')).toEqual(['gen_ai.tool.call.result:300:1000', 'subtext.reasoning:200:1000']);
});

it('cuts each text of messages by its part, and leaves them messages with all their digits', () => {
  const messages = `[{"role":"user","parts":[{"type":"text","content":"${long('w')}"}]},
    {"role":"tool","parts":[{"type":"tool_call_response","id":"c","response":{"rows":["${long('r')}"],"n":12345678901234567890}}]}]`;
  const reported = limited(new Map([['gen_ai.input.messages', messages]]), { results: 300 });
  const text = reported.get('gen_ai.input.messages') as string;
  expect(text).toContain('12345678901234567890');
  expect(JSON.parse(text)).toMatchObject([
    { parts: [{ content: long('w') }] },
    { parts: [{ id: 'c', response: { rows: [cut('r', 300)] } }] },
  ]);
  expect(reported.get('masking.cut')).toEqual(['gen_ai.input.messages:300:1000']);
});

it('cuts an image of a message as its text, and half of it is not shown', () => {
  const image = { type: 'blob', modality: 'image', mime_type: 'image/gif', content: `R0lGODlhKAAYAIAA${long('A')}` };
  const messages = JSON.stringify([{ role: 'user', parts: [image] }]);
  const reported = limited(new Map([['gen_ai.input.messages', messages]]), { text: 300 });
  const [part] = decodeMessages(reported.get('gen_ai.input.messages'))[0]?.parts ?? [];
  expect(part).toMatchObject({ kind: 'other', media: { kind: 'image', mimeType: 'image/gif' } });
  expect(part?.kind === 'other' && part.media && shownBytes(part.media)).toBeUndefined();
});

it('holds a text of no kind to the largest limit, bytes as well', () => {
  const all = { reasoning: 200, text: 500, arguments: 200, results: 200 };
  const attributes = new Map([
    ['a', long('u')],
    ['b', Buffer.from(long('v'))],
  ] as [string, string | Uint8Array][]);
  const reported = limited(attributes, all);
  expect([reported.get('a'), reported.get('b')]).toEqual([cut('u', 500), cut('v', 500)]);
});

it('cuts as one text what nests deeper than anybody can look', () => {
  const deep = `${'['.repeat(100_000)}"${long('x')}"${']'.repeat(100_000)}`;
  const reported = limited(new Map([['a', deep]]), { reasoning: 300, text: 300, arguments: 300, results: 300 });
  expect((reported.get('a') as string).length).toBeLessThan(400);
});

it('changes nothing of what fits', () => {
  const attributes: Attributes = new Map([['gen_ai.input.messages', `[{"content": "${'x'.repeat(190)}"}]`]]);
  const reported = limited(attributes, { text: 200 });
  expect([...reported]).toEqual([...attributes]);
});
