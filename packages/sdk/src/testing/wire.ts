/** Provider responses as bytes, in the exact wire formats: the few shapes the SDK's own tests need. */
import type { Reply } from './replay-server.ts';

export interface AskedTool {
  id: string;
  name: string;
  arguments: object;
}

const SSE = { 'content-type': 'text/event-stream; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json', 'x-request-id': 'req_test' };

export function json(body: unknown, more: Reply = {}): Reply {
  return { headers: JSON_TYPE, body: JSON.stringify(body), ...more };
}

export function events(list: readonly object[], more: Reply & { done?: boolean } = {}): Reply {
  const { done, ...reply } = more;
  const text = list.map((event) => `${eventName(event)}data: ${JSON.stringify(event)}\n\n`).join('');
  return { headers: SSE, body: text + (done ? 'data: [DONE]\n\n' : ''), chunkSize: 37, ...reply };
}

function eventName(event: object): string {
  return 'type' in event ? `event: ${String(event.type)}\n` : '';
}

export interface ChatAnswer {
  id?: string;
  reasoning?: string;
  text?: string;
  tools?: AskedTool[];
}

const CHAT_USAGE = {
  prompt_tokens: 100,
  completion_tokens: 50,
  total_tokens: 150,
  completion_tokens_details: { reasoning_tokens: 30 },
};

export function chat(answer: ChatAnswer, more?: Reply): Reply {
  const message = {
    role: 'assistant',
    content: answer.text ?? null,
    ...(answer.reasoning !== undefined && { reasoning_content: answer.reasoning }),
    ...(answer.tools && { tool_calls: answer.tools.map(chatTool) }),
  };
  const choice = { index: 0, message, finish_reason: answer.tools ? 'tool_calls' : 'stop' };
  return json({ ...chatHead('chat.completion', answer), choices: [choice], usage: CHAT_USAGE }, more);
}

export function chatStream(answer: ChatAnswer, more: Reply & { done?: boolean } = {}): Reply {
  const head = chatHead('chat.completion.chunk', answer);
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const words = (text: string | undefined) => text?.match(/\S+\s*/g) ?? [];
  return events(
    [
      chunk({ role: 'assistant', content: '' }),
      ...words(answer.reasoning).map((word) => chunk({ reasoning_content: word })),
      ...words(answer.text).map((word) => chunk({ content: word })),
      ...(answer.tools ?? []).map((tool, index) => chunk({ tool_calls: [{ index, ...chatTool(tool) }] })),
      chunk({}, answer.tools ? 'tool_calls' : 'stop'),
      { ...head, choices: [], usage: CHAT_USAGE },
    ],
    { done: true, ...more },
  );
}

function chatHead(object: string, answer: ChatAnswer) {
  return { id: answer.id ?? 'chatcmpl-test', object, created: 1_790_000_000, model: 'test-model-1' };
}

function chatTool(tool: AskedTool) {
  return { id: tool.id, type: 'function', function: { name: tool.name, arguments: JSON.stringify(tool.arguments) } };
}

export interface AnthropicAnswer {
  id?: string;
  thinking?: string;
  text?: string;
  tools?: AskedTool[];
}

export function anthropic(answer: AnthropicAnswer, more?: Reply): Reply {
  return json(
    {
      ...anthropicHead(answer),
      content: anthropicBlocks(answer),
      stop_reason: stopReason(answer),
      usage: ANTHROPIC_USAGE,
    },
    more,
  );
}

const ANTHROPIC_USAGE = {
  input_tokens: 100,
  cache_read_input_tokens: 20,
  cache_creation_input_tokens: 0,
  output_tokens: 50,
};

export function anthropicStream(answer: AnthropicAnswer, more?: Reply): Reply {
  const blocks = anthropicBlocks(answer).flatMap((block, index) => [
    { type: 'content_block_start', index, content_block: emptied(block) },
    ...deltas(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]);
  const message = {
    ...anthropicHead(answer),
    content: [],
    stop_reason: null,
    usage: { ...ANTHROPIC_USAGE, output_tokens: 1 },
  };
  const delta = { stop_reason: stopReason(answer), stop_sequence: null };
  return events(
    [
      { type: 'message_start', message },
      ...blocks,
      { type: 'message_delta', delta, usage: ANTHROPIC_USAGE },
      { type: 'message_stop' },
    ],
    more,
  );
}

type Block = { type: string; [field: string]: unknown };

function anthropicBlocks({ thinking, text, tools = [] }: AnthropicAnswer): Block[] {
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: 'c2lnbmF0dXJl' }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...tools.map((tool) => ({ type: 'tool_use', id: tool.id, name: tool.name, input: tool.arguments })),
  ];
}

function emptied(block: Block): Block {
  if (block.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' };
  return block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} };
}

function deltas(block: Block): object[] {
  if (block.type === 'tool_use') return [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }];
  if (block.type === 'text') return [{ type: 'text_delta', text: block.text }];
  return [
    { type: 'thinking_delta', thinking: block.thinking },
    { type: 'signature_delta', signature: block.signature },
  ];
}

function anthropicHead(answer: AnthropicAnswer) {
  return {
    id: answer.id ?? 'msg_test',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    stop_sequence: null,
  };
}

function stopReason(answer: AnthropicAnswer): string {
  return answer.tools ? 'tool_use' : 'end_turn';
}

/** A Responses API body with one reasoning summary and one function call, or a text. */
export function responses(answer: { id: string; summary?: string; text?: string; tools?: AskedTool[] }): Reply {
  const output = [
    ...(answer.summary === undefined
      ? []
      : [{ type: 'reasoning', id: `rs_${answer.id}`, summary: [{ type: 'summary_text', text: answer.summary }] }]),
    ...(answer.text === undefined
      ? []
      : [
          {
            type: 'message',
            id: `msg_${answer.id}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: answer.text, annotations: [] }],
          },
        ]),
    ...(answer.tools ?? []).map((tool) => ({
      type: 'function_call',
      id: `fc_${tool.id}`,
      call_id: tool.id,
      name: tool.name,
      arguments: JSON.stringify(tool.arguments),
      status: 'completed',
    })),
  ];
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 50,
    output_tokens_details: { reasoning_tokens: 30 },
    total_tokens: 150,
  };
  return json({ id: answer.id, object: 'response', status: 'completed', model: 'gpt-5', output, usage });
}
