/** Provider responses as bytes, in the exact wire formats: the few shapes that the SDK's own tests need. */
import type { Reply } from './replay-server.ts';

export interface RequestedTool {
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
  tools?: RequestedTool[];
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

function chatTool(tool: RequestedTool) {
  return { id: tool.id, type: 'function', function: { name: tool.name, arguments: JSON.stringify(tool.arguments) } };
}

export interface AnthropicAnswer {
  id?: string;
  thinking?: string;
  text?: string;
  tools?: RequestedTool[];
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

export interface ResponsesAnswer {
  id: string;
  summary?: string;
  text?: string;
  tools?: RequestedTool[];
}

export function responses(answer: ResponsesAnswer, more?: Reply): Reply {
  return json(responsesBody(answer), more);
}

export function responsesStream(answer: ResponsesAnswer, more?: Reply): Reply {
  const response = responsesBody(answer);
  const items = response.output.flatMap((item, output_index) => [
    { type: 'response.output_item.added', output_index, item: { ...item, content: [], summary: [] } },
    ...(item.type === 'message' ? textEvents(answer.text ?? '', output_index) : []),
    { type: 'response.output_item.done', output_index, item },
  ]);
  const list = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    ...items,
    { type: 'response.completed', response },
  ];
  return events(
    list.map((event, sequence_number) => ({ ...event, sequence_number })),
    more,
  );
}

function textEvents(text: string, output_index: number): object[] {
  const part = { type: 'output_text', text, annotations: [] };
  const place = { output_index, content_index: 0, item_id: `item_${output_index}` };
  return [
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...place, delta: text, logprobs: [] },
    { type: 'response.output_text.done', ...place, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part },
  ];
}

function responsesBody({ id, summary, text, tools = [] }: ResponsesAnswer) {
  const thought = { type: 'reasoning', id: `rs_${id}`, summary: [{ type: 'summary_text', text: summary }] };
  const content = [{ type: 'output_text', text, annotations: [] }];
  const message = { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content };
  const output = [
    ...(summary === undefined ? [] : [thought]),
    ...(text === undefined ? [] : [message]),
    ...tools.map((tool) => functionCall(tool)),
  ];
  return {
    id,
    object: 'response',
    created_at: 1_790_000_000,
    status: 'completed',
    model: 'gpt-5',
    output,
    usage: RESPONSES_USAGE,
  };
}

function functionCall(tool: RequestedTool) {
  const { id, name } = tool;
  return {
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    name,
    arguments: JSON.stringify(tool.arguments),
    status: 'completed',
  };
}

const RESPONSES_USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 50,
  output_tokens_details: { reasoning_tokens: 30 },
  total_tokens: 150,
};
