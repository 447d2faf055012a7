/** The quirks of compatible hosts, case by case (providers.md §3.2, §15.6). */
import { describe, expect, it } from 'vitest';
import type { Part } from '../../parts/part.ts';
import { sse } from '../../testing/wire.ts';
import { readResponse } from '../index.ts';

const message = (fields: object, model = 'm') =>
  readResponse({ body: JSON.stringify({ model, choices: [{ index: 0, message: fields, finish_reason: 'stop' }] }) });
const stream = (...deltas: object[]) =>
  readResponse({
    body: sse([...deltas.map((delta) => ({ choices: [{ index: 0, delta }] })), '[DONE]']).replace('"[DONE]"', '[DONE]'),
  });
const parts = (response: ReturnType<typeof message>, choice = 0) => response?.choices[choice]?.parts ?? [];
const outline = (list: Part[]) =>
  list.map((part) => {
    if (part.kind === 'tool_call') return ['call', part.id, part.name, part.arguments];
    return 'text' in part ? [part.kind, part.text] : [part.kind];
  });

it('a whole body is its message, even with a delta beside it', () => {
  const choice = {
    index: 0,
    delta: { role: 'assistant', content: '' },
    message: { content: 'x' },
    finish_reason: 'stop',
  };
  expect(outline(parts(readResponse({ body: JSON.stringify({ choices: [choice] }) })))).toEqual([['text', 'x']]);
});

/** gpt-audio sends audio and its words in a field beside an empty content. */
describe('an answer that is spoken', () => {
  const wav = Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00', 'latin1').toString('base64');

  it('is its words and the recording', () => {
    const audio = { id: 'audio_1', expires_at: 1_729_018_505, data: wav, transcript: 'It rains.' };
    expect(parts(message({ content: null, audio }))).toEqual([
      { kind: 'text', key: '0', text: 'It rains.' },
      {
        kind: 'other',
        providerType: 'audio',
        media: { kind: 'audio', mimeType: 'audio/wav', bytes: 20, data: wav },
      },
    ]);
  });

  it('in a stream is its words and the length of the samples', () => {
    const spoken = stream(
      { content: null, audio: { id: 'audio_1', transcript: 'It ' } },
      { audio: { transcript: 'rains.' } },
      { audio: { data: 'AAAA' } },
      { audio: { data: 'AAA=' } },
      { audio: { expires_at: 1_729_018_505 } },
    );
    expect(parts(spoken)).toEqual([
      { kind: 'text', key: '0', text: 'It rains.' },
      { kind: 'other', providerType: 'audio', media: { kind: 'audio', bytes: 5, omitted: 'type' } },
    ]);
  });
});

describe('thinking in a field', () => {
  it.each(['reasoning_content', 'reasoning', 'reasoning_text', 'thinking', 'thought'])(
    '%s is read and named',
    (field) => {
      for (const response of [
        message({ [field]: 'why', content: 'x' }),
        stream({ [field]: 'w' }, { [field]: 'hy' }, { content: 'x' }),
      ]) {
        expect(parts(response)).toMatchObject([
          { kind: 'reasoning', text: 'why', field, format: 'parsed' },
          { kind: 'text', text: 'x' },
        ]);
      }
    },
  );
  it.each([
    [
      'reasoning beside details',
      { reasoning: 'AB', reasoning_details: [{ type: 'reasoning.text', text: 'AB', index: 0 }] },
      'reasoning_details',
    ],
    [
      'reasoning_content beside thinking_blocks',
      { reasoning_content: 'AB', thinking_blocks: [{ type: 'thinking', thinking: 'AB', signature: 's' }] },
      'thinking_blocks',
    ],
    ['reasoning beside reasoning_content', { reasoning: 'AB', reasoning_content: 'AB' }, 'reasoning_content'],
  ])('mirrored is read once: %s', (_, fields, field) =>
    expect(parts(message({ ...fields, content: 'x' }))).toMatchObject([
      { kind: 'reasoning', text: 'AB', field },
      { kind: 'text' },
    ]),
  );
  it('survives details whose index no text can be made of', () => {
    const detail = { type: 'reasoning.text', text: 'A', index: { toString: {} } };
    expect(outline(parts(message({ reasoning_details: [detail] })))).toEqual([['reasoning', 'A']]);
  });
  it('stays with the source that has all of it, when a better one began late', () => {
    const late = stream(
      { reasoning: 'A' },
      { reasoning: 'B', reasoning_details: [{ type: 'reasoning.text', text: 'B', index: 0 }] },
    );
    expect(parts(late)).toMatchObject([{ kind: 'reasoning', text: 'AB', field: 'reasoning' }]);
  });
  it('moves to a better source that repeats all of it from the start', () => {
    const mirrored = stream(
      { reasoning: 'A' },
      { reasoning_details: [{ type: 'reasoning.text', text: 'A', index: 0 }] },
      { reasoning_details: [{ type: 'reasoning.text', text: 'B', index: 0 }] },
    );
    expect(parts(mirrored)).toMatchObject([{ kind: 'reasoning', text: 'AB', field: 'reasoning_details' }]);
  });
  it('is no string: it is not taken', () =>
    expect(outline(parts(message({ reasoning: { content: 'why' }, content: 'x' })))).toEqual([['text', 'x']]));
});

describe('details (OpenRouter and others)', () => {
  const detail = (index: number, more: object) => ({ reasoning_details: [{ type: 'reasoning.text', index, ...more }] });
  it('of one index are one block, and a signature closes it', () =>
    expect(
      parts(
        stream(
          detail(0, { text: 'a' }),
          detail(0, { text: 'b' }),
          detail(0, { text: '', signature: 's' }),
          detail(1, { text: 'c' }),
        ),
      ),
    ).toMatchObject([{ text: 'ab', signature: 's' }, { text: 'c' }]));
  it('that are summaries say so', () =>
    expect(parts(message({ reasoning_details: [{ type: 'reasoning.summary', summary: 'S' }] }))).toMatchObject([
      { format: 'summary', text: 'S' },
    ]));
  it('that are only encrypted leave a hidden thought', () =>
    expect(
      parts(message({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'gAA' }], content: 'x' })),
    ).toMatchObject([{ kind: 'hidden', encrypted: true }, { kind: 'text' }]));
  it('that are encrypted beside text are kept for the host, and are no second thought', () =>
    expect(
      parts(
        message({
          reasoning_details: [
            { type: 'reasoning.text', text: 'a' },
            { type: 'reasoning.encrypted', data: 'g' },
          ],
        }),
      ),
    ).toMatchObject([
      { kind: 'reasoning', text: 'a' },
      { kind: 'hidden', beside: true, data: 'g' },
    ]));
  it('can be a call that the host ran, with its result', () =>
    expect(
      parts(
        message({
          reasoning_details: [
            { type: 'reasoning.server_tool_call', tool_name: 'search', arguments: '{"q":1}', result: 'r' },
          ],
        }),
      ),
    ).toMatchObject([
      { kind: 'tool_call', name: 'search', arguments: { q: 1 }, type: 'server', idGenerated: true },
      { kind: 'tool_result', result: 'r' },
    ]));
});

describe('thinking in the content', () => {
  it('as chunks of Mistral and Databricks', () => {
    const thinking = {
      type: 'thinking',
      thinking: [
        { type: 'text', text: 'why' },
        { type: 'reference', reference_ids: [1] },
      ],
    };
    expect(outline(parts(message({ content: [thinking, { type: 'text', text: 'x' }] })))).toEqual([
      ['reasoning', 'why'],
      ['text', 'x'],
    ]);
    const summary = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'S' }] };
    expect(parts(message({ content: [summary] }))).toMatchObject([{ format: 'summary', text: 'S', field: 'content' }]);
  });
  it('as tags, cut anywhere', () => {
    expect(outline(parts(stream({ content: '<th' }, { content: 'ink>why</thi' }, { content: 'nk>x' })))).toEqual([
      ['reasoning', 'why'],
      ['text', 'x'],
    ]);
    expect(outline(parts(stream({ content: 'a ' }, { content: '<' })))).toEqual([['text', 'a <']]);
  });
  it('as tags that repeat a field (llama.cpp legacy) is read once, and other tags beside a field are literal', () => {
    expect(outline(parts(message({ reasoning_content: 'why', content: '<think>why</think>x' })))).toEqual([
      ['reasoning', 'why'],
      ['text', 'x'],
    ]);
    expect(outline(parts(message({ reasoning_content: 'why', content: '<think>other</think>x' })))).toEqual([
      ['reasoning', 'why'],
      ['text', '<think>other</think>x'],
    ]);
  });
  it('as a tag that is never closed is marked', () =>
    expect(parts(message({ content: '<think>why' }))).toMatchObject([
      { kind: 'reasoning', text: 'why', incomplete: true },
    ]));
  it('as the tags of a Gemini model is a summary', () =>
    expect(parts(message({ content: '<thought>Plan</thought>x' }, 'gemini-2.5-pro'))).toMatchObject([
      { format: 'summary', text: 'Plan' },
      { text: 'x' },
    ]));
});

describe('signs without text', () => {
  it.each([
    [{ reasoning_opaque: 'blob' }, true],
    [
      {
        tool_calls: [
          { id: 'a', function: { name: 'f', arguments: '{}' }, extra_content: { google: { thought_signature: 'Cs' } } },
        ],
      },
      false,
    ],
    [
      {
        tool_calls: [
          { id: 'a', function: { name: 'f', arguments: '{}' }, provider_specific_fields: { thought_signature: 'Cs' } },
        ],
      },
      false,
    ],
  ])('%j leave a hidden thought', (fields, encrypted) =>
    expect(parts(message(fields))[0]).toMatchObject({ kind: 'hidden', encrypted }),
  );
  it('a redacted block of LiteLLM is one', () =>
    expect(
      outline(parts(message({ thinking_blocks: [{ type: 'redacted_thinking', data: 'Em' }], content: 'x' }))),
    ).toEqual([['redacted'], ['text', 'x']]));
});

describe('choices, endings and errors', () => {
  it('choices never mix (n = 2, thoughts only in the second)', () => {
    const choice = (index: number, delta: object) => ({ choices: [{ index, delta }] });
    const response = readResponse({
      body: sse([choice(1, { reasoning: 'why' }), choice(0, { content: 'a' }), choice(1, { content: 'b' })]),
    });
    expect(outline(parts(response, 0))).toEqual([['text', 'a']]);
    expect(outline(parts(response, 1))).toEqual([
      ['reasoning', 'why'],
      ['text', 'b'],
    ]);
  });
  it('choices end each in its own way, in Gemini’s format as well', () => {
    const chat = [0, 1].map((index) => ({
      index,
      message: { content: 'x' },
      finish_reason: index === 0 ? 'stop' : 'length',
    }));
    const reasonsOf = (body: object) =>
      readResponse({ body: JSON.stringify(body) })?.choices.map(({ finishReason }) => finishReason);
    expect(reasonsOf({ choices: chat })).toEqual(['stop', 'length']);
    const candidates = ['STOP', 'MAX_TOKENS'].map((finishReason, index) => ({
      index,
      content: { parts: [{ text: 'x' }] },
      finishReason,
    }));
    expect(reasonsOf({ candidates })).toEqual(['STOP', 'MAX_TOKENS']);
  });
  it('a refusal is text that says so', () =>
    expect(parts(stream({ refusal: 'No' }, { refusal: '.' }))).toMatchObject([{ text: 'No.', refusal: true }]));
  it('an error in a stream of status 200 is reported', () => {
    const response = readResponse({
      body: `${sse([{ choices: [{ index: 0, delta: { reasoning: 'why' } }] }])}event: error\ndata: {"error":{"message":"boom","type":"bad"}}\n\n`,
    });
    expect(response).toMatchObject({ error: { message: 'boom', type: 'bad' }, incomplete: true });
  });
  it.each([
    ['an event', 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'],
    ['a chunk', ': PROCESSING\n\ndata: {"error":{"code":"overloaded_error","message":"Overloaded"}}\n\n'],
    ['a body', '{"error":{"type":"overloaded_error","message":"Overloaded"}}'],
    ['a list', '[{"error":{"code":"overloaded_error","message":"Overloaded"}}]'],
  ])('an answer that is nothing but an error is one, if the request says in what format: %s', (_, body) => {
    expect(readResponse({ body, requestApi: 'anthropic.messages' })).toEqual({
      api: 'anthropic.messages',
      choices: [{ index: 0, parts: [] }],
      incomplete: true,
      error: { type: 'overloaded_error', message: 'Overloaded' },
    });
    expect(readResponse({ body })).toBeNull();
  });
  it('an answer of no known shape and no error stays unknown', () =>
    expect(readResponse({ body: '{"data":[],"error":null}', requestApi: 'openai.chat' })).toBeNull());
  it('usage is the last that came, also in a chunk without choices, in the choice, or beside it', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2 };
    for (const last of [
      { choices: [], usage },
      { choices: [{ index: 0, delta: {}, usage }] },
      { choices: [], x_groq: { usage } },
    ]) {
      expect(
        readResponse({ body: sse([{ choices: [{ index: 0, delta: { content: 'x' } }], usage: null }, last]) })?.usage,
      ).toEqual({ input: 1, output: 2 });
    }
  });
  it.each([
    ['nothing but 0', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }],
    ['no figure', { prompt_tokens: null }],
  ])('usage is not taken back by one of %s', (_, last) => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const chunk = (delta: object, more: object) => ({ choices: [{ index: 0, delta }], ...more });
    const body = sse([chunk({ content: 'x' }, { usage }), chunk({}, { usage: last })]);
    expect(readResponse({ body })?.usage).toEqual({ input: 10, output: 5 });
  });
  it('a missing usage is not 0', () => expect(message({ content: 'x' })?.usage).toBeUndefined());
  it('a stream without an end is incomplete', () =>
    expect(readResponse({ body: sse([{ choices: [{ index: 0, delta: { content: 'x' } }] }]) })?.incomplete).toBe(true));
  it('blank finish reasons say nothing', () => {
    const response = readResponse({
      body: JSON.stringify({ choices: [{ message: { content: 'x' }, finish_reason: '' }] }),
    });
    expect(response?.finishReason).toBeUndefined();
  });
});
