/** Random shapes made of the words that readers recognize: nothing throws, and parts can be attributed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute } from '../attribution/attribution.ts';
import { awsFrames } from '../testing/host-wire.ts';
import type { Part } from '../parts/part.ts';
import { sse } from '../testing/wire.ts';
import { readResponse } from './index.ts';
import { readRequest } from './request.ts';

const FIELDS = [
  ...['choices', 'delta', 'message', 'messages', 'content', 'text', 'thinking', 'type', 'index', 'id', 'tool_calls'],
  ...['function', 'custom', 'name', 'arguments', 'input', 'finish_reason', 'usage', 'error', 'role', 'signature'],
  ...['reasoning', 'reasoning_content', 'reasoning_details', 'thinking_blocks', 'summary', 'data', 'executed_tools'],
  ...[
    'function_call',
    'refusal',
    'extra_content',
    'provider_specific_fields',
    'encrypted_content',
    'output',
    'outputs',
  ],
  ...['output_index', 'item', 'conversation_id', 'inputs', 'tool_call_id', 'info', 'agent_id', 'tool_plan', 'done'],
  ...['created_at', 'response', 'done_reason', 'eval_count', 'tokens', 'billed_units', 'contentBlockIndex', 'start'],
  ...[
    'messageStart',
    'contentBlockStart',
    'contentBlockDelta',
    'contentBlockStop',
    'messageStop',
    'metadata',
    'toolUse',
  ],
  ...['toolResult', 'toolUseId', 'status', 'reasoningContent', 'reasoningText', 'redactedContent', 'citationsContent'],
  ...['system', 'tools', 'options', 'prompt', 'model', 'thread', 'toolConfig', 'inferenceConfig', 'completion_args'],
  ...[
    'content_block',
    'partial_json',
    'candidates',
    'parts',
    'thought',
    'steps',
    '__proto__',
    'constructor',
    'toString',
  ],
];

const WORDS = [
  ...['text', 'thinking', 'reasoning', 'tool_use', 'function', 'message', 'reasoning.text', 'reasoning.encrypted'],
  ...['redacted_thinking', 'message_start', 'content_block_start', 'content_block_delta', 'thinking_delta', 'error'],
  ...['message-start', 'content-start', 'content-delta', 'tool-plan-delta', 'tool-call-start', 'tool-call-delta'],
  ...['message-end', 'conversation.response.started', 'message.output.delta', 'function.call.delta', 'message.output'],
  ...['tool.execution.started', 'tool.execution.done', 'tool.execution', 'function.call', 'conversation.response.done'],
  ...[
    'response.created',
    'response.output_item.added',
    'response.output_text.delta',
    'response.completed',
    'assistant',
  ],
  ...['tool', 'user', 'conversation.response', '<think>', '</think>\n\n', 'throttlingException', '{"a":', 'AAEC', ''],
];

const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom<unknown>(...WORDS, 0, 1, -1, 1e308, true, false, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(fc.constantFrom(...FIELDS), tie('value')), { maxLength: 6 }).map(withOwnFields),
  ),
}));

/** As JSON.parse makes objects: `__proto__` is a field like any other. */
function withOwnFields(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, value] of entries)
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  return object;
}

const anyFields = fc.array(fc.tuple(fc.constantFrom(...FIELDS), anyValue), { maxLength: 8 }).map(withOwnFields);

/** So much of each format that its reader takes it. */
const ENVELOPES: ((value: unknown) => Record<string, unknown>)[] = [
  (delta) => ({ choices: [{ index: 0, delta }] }),
  (message) => ({ choices: [{ message }] }),
  (block) => ({ type: 'content_block_start', index: 0, content_block: block }),
  (block) => ({ type: 'message', content: [block] }),
  (item) => ({ type: 'response.output_item.added', output_index: 0, item }),
  (message) => ({ type: 'tool-call-start', index: 0, delta: { message } }),
  (message) => ({ finish_reason: 'COMPLETE', message }),
  (message) => ({ done: false, message }),
  (content) => ({ type: 'message.output.delta', output_index: 0, id: 'e', content }),
  (entry) => ({ object: 'conversation.response', outputs: [entry] }),
  (start) => ({ contentBlockStart: { contentBlockIndex: 0, start } }),
  (delta) => ({ contentBlockDelta: { contentBlockIndex: 0, delta } }),
  (block) => ({ output: { message: { content: [block] } } }),
  (part) => ({ candidates: [{ content: { parts: [part] } }] }),
  (step) => ({ steps: [step] }),
];

const anyRecord = fc.oneof(
  anyFields,
  fc.tuple(fc.constantFrom(...ENVELOPES), fc.oneof(anyFields, anyValue)).map(([wrap, value]) => wrap(value)),
);

function isWellFormed(part: Part): boolean {
  const texts: unknown[] = 'key' in part ? [part.key] : [];
  if ('text' in part) texts.push(part.text);
  if ('field' in part) texts.push(part.field, part.format);
  if (part.kind === 'tool_call') texts.push(part.id, part.name, part.itemType, part.type);
  if (part.kind === 'tool_result') texts.push(part.callId);
  return texts.every((text) => typeof text === 'string') && (part.kind !== 'tool_call' || part.id !== '');
}

describe('shapes that no provider sends', () => {
  it('are read without an error, as bodies, lines, events and frames', () => {
    fc.assert(
      fc.property(fc.array(anyRecord, { minLength: 1, maxLength: 6 }), (records) => {
        const bodies = [
          { body: JSON.stringify(records[0]) },
          { body: JSON.stringify(records) },
          { body: sse(records) },
          { body: records.map((line) => JSON.stringify(line)).join('\n') },
          { body: awsFrames(records), contentType: 'application/vnd.amazon.eventstream' },
        ];
        for (const source of bodies) {
          const response = readResponse(source);
          for (const { parts } of response?.choices ?? []) {
            attribute(parts, response?.usage ? { usage: response.usage } : {});
            expect(parts.filter((part) => !isWellFormed(part))).toEqual([]);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are read without an error as requests, for any path', () => {
    const paths = [
      '/v2/chat',
      '/api/chat',
      '/api/generate',
      '/v1/conversations',
      '/model/%E0%A4%A/converse',
      '/v1/messages',
    ];
    fc.assert(
      fc.property(anyRecord, fc.constantFrom(undefined, ...paths), (body, path) => {
        const request = readRequest(body, path);
        if (request) expect(Array.isArray(request.messages)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('leave the prototype of objects alone', () => {
    const planted = '{"__proto__":{"planted":true},"contentBlockStart":{"start":{"__proto__":{"planted":true}}}}';
    readResponse({ body: `data: ${planted}\n\n` });
    readRequest(JSON.parse(planted) as unknown);
    expect(({} as { planted?: boolean }).planted).toBeUndefined();
  });
});
