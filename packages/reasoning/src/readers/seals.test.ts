/**
 * What must go back to its provider unchanged is kept with the parts, whole or streamed, one row a field (providers.md
 * §2.4, §4, §8, §11, §13).
 */
import { describe, expect, it } from 'vitest';
import type { Part } from '../parts/part.ts';
import { sse } from '../testing/wire.ts';
import { readResponse } from './index.ts';

type Json = Record<string, unknown>;

const partsOf = (body: string): Part[] => readResponse({ body })?.choices[0]?.parts ?? [];
const responses = (...output: Json[]) => partsOf(JSON.stringify({ object: 'response', status: 'completed', output }));
const messages = (...content: Json[]) =>
  partsOf(JSON.stringify({ type: 'message', model: 'claude-opus-4-7', content, stop_reason: 'end_turn' }));
const chat = (message: Json) => partsOf(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }));
const chatStream = (...deltas: Json[]) => partsOf(sse(deltas.map((delta) => ({ choices: [{ index: 0, delta }] }))));

/** The opaque fields only. */
const seals = (parts: Part[]) =>
  parts.map((part) => {
    const { signature, data, itemId, extra } = part as Extract<Part, { kind: 'reasoning' }>;
    return JSON.parse(JSON.stringify({ signature, data, itemId, extra })) as Json;
  });

describe('OpenAI Responses', () => {
  const block = (text: string) => ({ type: 'summary_text', text });

  it('gives the id of an item to each of its blocks, and its blob to the first', () =>
    expect(
      seals(responses({ type: 'reasoning', id: 'rs_1', summary: [block('A'), block('B')], encrypted_content: 'gAAA' })),
    ).toEqual([{ itemId: 'rs_1', data: 'gAAA' }, { itemId: 'rs_1' }]));
  it('keeps both for a thought without text', () =>
    expect(responses({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' })).toMatchObject([
      { kind: 'hidden', encrypted: true, itemId: 'rs_1', data: 'gAAA' },
    ]));
  it('keeps the list that was not read, and what other hosts add', () =>
    expect(
      seals(
        responses({
          type: 'reasoning',
          id: 'rs_1',
          summary: [block('S')],
          content: [{ type: 'reasoning_text', text: 'raw' }],
          format: 'anthropic-claude-v1',
          signature: 'Eq',
          status: 'completed',
          encrypted_content: null,
        }),
      ),
    ).toEqual([{ itemId: 'rs_1', signature: 'Eq', extra: { format: 'anthropic-claude-v1', summary: [block('S')] } }]));
  it('keeps phase and id of a message', () =>
    expect(
      seals(
        responses({
          type: 'message',
          id: 'msg_1',
          phase: 'commentary',
          content: [
            { type: 'output_text', text: 'a' },
            { type: 'refusal', refusal: 'b' },
          ],
        }),
      ),
    ).toEqual([{ itemId: 'msg_1', extra: { phase: 'commentary' } }, { itemId: 'msg_1' }]));
  it.each([
    [{ type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '{}' }, { itemId: 'fc_1' }],
    [{ type: 'web_search_call', id: 'ws_1', action: {}, status: 'completed' }, {}],
    [
      { type: 'code_interpreter_call', id: 'ci_1', code: '1', container_id: 'cntr_1', outputs: [] },
      { extra: { container_id: 'cntr_1' } },
    ],
    [
      { type: 'mcp_call', id: 'mcp_1', name: 'f', arguments: '{}', server_label: 's', output: 'x', error: null },
      { extra: { server_label: 's' } },
    ],
    [{ type: 'view_image_call', id: 'v', path: 'x' }, {}],
  ])('keeps what a call has no place for: %j', (item, seal) => expect(seals(responses(item))[0]).toEqual(seal));
  it('takes the blob from the event that closes the item', () =>
    expect(
      seals(
        partsOf(
          sse([
            {
              type: 'response.output_item.added',
              output_index: 0,
              item: { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'cut' },
            },
            {
              type: 'response.output_item.done',
              output_index: 0,
              item: { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'whole' },
            },
          ]),
        ),
      ),
    ).toEqual([{ itemId: 'rs_1', data: 'whole' }]));
});

describe('Anthropic', () => {
  it.each([
    [{ type: 'thinking', thinking: 'plan', signature: 'Eq' }, { signature: 'Eq' }],
    [{ type: 'thinking', thinking: '', signature: 'Eq' }, { signature: 'Eq' }],
    [{ type: 'redacted_thinking', data: 'Em' }, { data: 'Em' }],
    [
      { type: 'text', text: 'x', citations: [{ encrypted_index: 'E' }] },
      { extra: { citations: [{ encrypted_index: 'E' }] } },
    ],
    [{ type: 'mcp_tool_use', id: 'm', name: 'f', server_name: 's', input: {} }, { extra: { server_name: 's' } }],
    [{ type: 'tool_use', id: 't', name: 'f', input: {}, caller: { type: 'direct' } }, {}],
    [
      { type: 'tool_use', id: 't', name: 'f', input: {}, caller: { type: 'code_execution_20260120', tool_id: 's' } },
      { extra: { caller: { type: 'code_execution_20260120', tool_id: 's' } } },
    ],
    [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }, {}],
  ])('keeps the opaque fields of %j', (block, seal) => expect(seals(messages(block))).toEqual([seal]));
  it('gathers signatures and citations from their deltas', () => {
    const start = (index: number, content_block: Json) => ({ type: 'content_block_start', index, content_block });
    const delta = (index: number, more: Json) => ({ type: 'content_block_delta', index, delta: more });
    const body = sse([
      start(0, { type: 'thinking', thinking: '' }),
      delta(0, { type: 'signature_delta', signature: 'E' }),
      delta(0, { type: 'signature_delta', signature: 'q' }),
      start(1, { type: 'text', text: '' }),
      delta(1, { type: 'text_delta', text: 'x' }),
      delta(1, { type: 'citations_delta', citation: { encrypted_index: 1 } }),
      delta(1, { type: 'citations_delta', citation: { encrypted_index: 2 } }),
    ]);
    expect(seals(partsOf(body))).toEqual([
      { signature: 'Eq' },
      { extra: { citations: [{ encrypted_index: 1 }, { encrypted_index: 2 }] } },
    ]);
  });
});

describe('chat-shaped hosts', () => {
  const DETAILS = [
    { type: 'reasoning.summary', summary: 'S', id: 'rs_1', format: 'openai-responses-v1', index: 0 },
    { type: 'reasoning.encrypted', data: 'gAA', id: 'rs_1', format: 'openai-responses-v1', index: 0 },
    { type: 'reasoning.text', text: 'AB', signature: 'Eq', format: 'anthropic-claude-v1', index: 1 },
    { type: 'reasoning.text', text: '', signature: 'Er', format: 'anthropic-claude-v1', index: 2 },
    { type: 'reasoning.encrypted', data: 'Cs', id: 'call_1', format: 'google-gemini-v1', index: 3 },
  ];

  /** The list as its host wants it back. */
  const rebuilt = (parts: Part[]) =>
    parts.flatMap((part) => {
      if ((part.kind !== 'reasoning' && part.kind !== 'hidden') || part.field !== 'reasoning_details') return [];
      const text = part.kind === 'reasoning' ? part.text : '';
      const texts: Record<string, Json> = { 'reasoning.summary': { summary: text }, 'reasoning.text': { text } };
      const { signature, data, itemId } = part;
      const opaque = JSON.parse(JSON.stringify({ signature, data, id: itemId })) as Json;
      return [{ ...part.extra, ...texts[String(part.extra?.type)], ...opaque }];
    });

  it('keep the whole list of details, in its order', () =>
    expect(rebuilt(chat({ reasoning: 'SAB', reasoning_details: DETAILS, content: 'x' }))).toEqual(DETAILS));
  it('keep it streamed, in pieces', () => {
    const [summary, encrypted, signed, blank, last] = DETAILS;
    const parts = chatStream(
      { reasoning_details: [{ ...summary, summary: '', id: undefined }] },
      { reasoning_details: [summary] },
      { reasoning_details: [encrypted] },
      { reasoning_details: [{ ...signed, text: 'A', signature: undefined }] },
      { reasoning_details: [{ ...signed, text: 'B', signature: '' }] },
      { reasoning_details: [{ ...signed, text: undefined }] },
      { reasoning_details: [blank, last] },
    );
    expect(rebuilt(parts)).toEqual(DETAILS);
  });
  it('keep the order of what stands between two pieces of one index', () => {
    const piece = (text: string) => ({ type: 'reasoning.text', text, index: 0 });
    const between = { type: 'reasoning.encrypted', data: 'g', index: 0 };
    const list = [piece('a'), between, piece('b')];
    expect(rebuilt(chatStream(...list.map((detail) => ({ reasoning_details: [detail] }))))).toEqual(list);
  });
  it('take a signature without text as a thought that was not shown', () =>
    expect(chat({ reasoning_details: [DETAILS[3]] })).toMatchObject([
      { kind: 'hidden', encrypted: false, signature: 'Er' },
    ]));
  it('keep the blocks of LiteLLM apart, each with its own', () =>
    expect(
      seals(
        chat({
          reasoning_content: 'AB',
          thinking_blocks: [
            { type: 'thinking', thinking: 'A', signature: 's1' },
            { type: 'redacted_thinking', data: 'Em' },
            { type: 'thinking', thinking: 'B', signature: 's2' },
          ],
        }),
      ),
    ).toEqual([{ signature: 's1' }, { data: 'Em' }, { signature: 's2' }]));
  it.each([['reasoning_opaque'], ['encrypted_content']])('keep %s, alone and beside text', (field) => {
    const hidden = { kind: 'hidden', encrypted: true, field, data: 'blob' };
    expect(chat({ [field]: 'blob' })).toMatchObject([hidden]);
    expect(chat({ [field]: 'blob', reasoning_content: 'why' })).toMatchObject([
      { kind: 'reasoning', text: 'why' },
      { ...hidden, beside: true },
    ]);
  });

  const call = (more: Json) => ({ tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' }, ...more }] });
  const google = { extra_content: { google: { thought_signature: 'Cs' } } };
  const litellm = { provider_specific_fields: { thought_signature: 'Cs' } };

  it.each([
    [call(google), { signature: 'Cs' }],
    [call(litellm), { extra: litellm }],
    [call({ thoughtSignature: 'Cs' }), { extra: { thoughtSignature: 'Cs' } }],
  ])('keep Gemini’s signature with its call, in its place: %j', (message, seal) => {
    expect(seals(chat(message))).toEqual([{}, seal]);
    expect(seals(chatStream(message))).toEqual([{}, seal]);
  });
  it('keep Gemini’s signature of an answer with the unseen thought', () =>
    expect(chat({ content: 'x', ...google })).toMatchObject([
      { kind: 'hidden', field: 'thought_signature', signature: 'Cs' },
      { kind: 'text' },
    ]));
});

describe('hostile seals', () => {
  it.each([
    ['responses', () => responses({ type: 'reasoning', id: {}, encrypted_content: [], summary: 'x', content: 7 })],
    ['messages', () => messages({ type: 'redacted_thinking', data: { toString: 1 } })],
    ['chat', () => chat({ reasoning_details: [{ type: {}, data: [], id: {}, text: 'a' }], reasoning_opaque: [] })],
  ])('are left out: %s', (_, read) => {
    for (const seal of seals(read())) expect(seal).not.toHaveProperty('data');
  });
  it('with the name of the prototype are fields like any other', () => {
    const parts = messages(JSON.parse('{"type":"text","text":"x","__proto__":{"polluted":1}}') as Json);
    expect(Object.getPrototypeOf(parts[0])).toBe(Object.prototype);
    expect(({} as Json).polluted).toBeUndefined();
  });
});
