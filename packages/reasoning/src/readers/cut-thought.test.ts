/** A thought that was going on when the answer broke off says so, in every format (providers.md §15.4). */
import { describe, expect, it } from 'vitest';
import { attribute } from '../attribution/attribution.ts';
import { sse } from '../testing/wire.ts';
import { readResponse, type ResponseBody } from './index.ts';

type Json = Record<string, unknown>;

const chat = (delta: Json, more: Json = {}) => ({ choices: [{ index: 0, delta, ...more }] });
const lines = (...values: Json[]) => values.map((value) => JSON.stringify(value)).join('\n');
const conversation = { type: 'conversation.response.started', conversation_id: 'conv' };
const entry = (content: unknown) => ({ type: 'message.output.delta', output_index: 0, id: 'm', content });
const started = { type: 'message_start', message: { id: 'm', content: [] } };
const block = { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } };
const thinking = { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'half' } };
const item = {
  type: 'response.output_item.added',
  output_index: 0,
  item: { type: 'reasoning', id: 'rs', summary: [] },
};
const summary = { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 0, delta: 'half' };
const raw = { type: 'response.reasoning_text.delta', output_index: 0, content_index: 0, delta: 'half' };
const cohere = { type: 'content-delta', index: 0, delta: { message: { content: { thinking: 'half' } } } };

/** Bodies that end in a thought: of a stream that broke off, and of one that reached its limit. */
const CUT: [name: string, body: ResponseBody['body']][] = [
  ['chat, a field', sse([chat({ reasoning_content: 'half' })])],
  ['chat, details', sse([chat({ reasoning_details: [{ type: 'reasoning.text', text: 'half', index: 0 }] })])],
  ['chat, mirrored', sse([chat({ reasoning: 'half', reasoning_content: 'half' })])],
  ['chat, tags', sse([chat({ content: '<think>half' })])],
  ['chat, the limit', sse([chat({ reasoning_content: 'half' }), chat({}, { finish_reason: 'length' })])],
  [
    'chat, the limit, whole',
    JSON.stringify({ choices: [{ message: { reasoning: 'half' }, finish_reason: 'length' }] }),
  ],
  ['Mistral', sse([chat({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'half' }] }] })])],
  [
    'Mistral, conversation',
    sse([conversation, entry({ type: 'thinking', thinking: [{ type: 'text', text: 'half' }] })]),
  ],
  ['Ollama', lines({ model: 'm', message: { role: 'assistant', content: '', thinking: 'half' }, done: false })],
  ['Cohere', sse([{ type: 'message-start', id: 'r' }, cohere])],
  ['Responses, summary', sse([item, summary])],
  ['Responses, raw', sse([item, raw])],
  [
    'Responses, the limit',
    JSON.stringify({
      object: 'response',
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [
        { type: 'reasoning', id: 'rs', status: 'incomplete', summary: [{ type: 'summary_text', text: 'half' }] },
      ],
    }),
  ],
  ['Anthropic', sse([started, block, thinking])],
  [
    'Anthropic, the limit',
    sse([
      started,
      block,
      thinking,
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'max_tokens' } },
      { type: 'message_stop' },
    ]),
  ],
  ['Gemini', sse([{ candidates: [{ content: { parts: [{ text: 'half', thought: true }] } }] }])],
  [
    'Interactions',
    sse([
      { event_type: 'step.start', index: 0, step: { type: 'thought' } },
      { event_type: 'step.delta', index: 0, delta: { type: 'thought_summary', content: { text: 'half' } } },
    ]),
  ],
  [
    'Converse',
    JSON.stringify({
      output: { message: { content: [{ reasoningContent: { reasoningText: { text: 'half' } } }] } },
      stopReason: 'max_tokens',
    }),
  ],
];

describe('a thought that was cut', () => {
  it.each(CUT)('says so, and so does what stands for the answer: %s', (_, body) => {
    const parts = readResponse({ body })?.choices[0]?.parts ?? [];
    expect(parts).toMatchObject([{ kind: 'reasoning', text: 'half', incomplete: true }]);
    expect(attribute(parts).calls).toMatchObject([{ reasoning: ['half'], incomplete: true }]);
  });

  /** The same, gone on with: the thought was over before the answer broke off. */
  const OVER: [name: string, body: ResponseBody['body']][] = [
    ['chat', sse([chat({ reasoning_content: 'whole' }), chat({ content: 'And' })])],
    ['chat, tags', sse([chat({ content: '<think>whole</think>' })])],
    ['chat, signed', sse([chat({ thinking_blocks: [{ type: 'thinking', thinking: 'whole', signature: 'Eq' }] })])],
    [
      'chat, before a call',
      sse([chat({ reasoning: 'whole' }), chat({ tool_calls: [{ id: 'a', function: { name: 'f' } }] })]),
    ],
    [
      'Responses',
      sse([
        item,
        { ...summary, delta: 'whole' },
        { type: 'response.output_item.done', output_index: 0, item: { ...item.item, summary: [{ text: 'whole' }] } },
      ]),
    ],
    [
      'Anthropic',
      sse([
        started,
        block,
        { ...thinking, delta: { type: 'thinking_delta', thinking: 'whole' } },
        { type: 'content_block_stop', index: 0 },
      ]),
    ],
  ];
  it.each(OVER)('is none that was over: %s', (_, body) => {
    const response = readResponse({ body });
    expect(response?.incomplete).toBe(true);
    expect(response?.choices[0]?.parts[0]).toMatchObject({ kind: 'reasoning', text: 'whole' });
    expect(response?.choices[0]?.parts[0]).not.toHaveProperty('incomplete');
  });
});
