/**
 * The OpenAI-compatible Chat Completions format, as DeepSeek sends it (thinking in `reasoning_content`) and as hosts
 * without thinking do. The turn decides: without a thinking count it has neither the field nor the count.
 */
import type OpenAI from 'openai';
import { thoughtsOf } from './script.ts';
import type { Turn } from './script.ts';
import { randomId, roughTokens, slices, unixSeconds, words } from './text.ts';
import { missingResults } from './wire-format.ts';
import type { Conversation, ServerEvent, WireFormat } from './wire-format.ts';

type Request = OpenAI.ChatCompletionCreateParams;
type Message = OpenAI.ChatCompletionMessageParam;
type ToolCall = OpenAI.ChatCompletionMessageFunctionToolCall & { index: number };

/** The fields that compatible hosts add to OpenAI's own. */
interface Answer {
  role: 'assistant';
  content: string | null;
  reasoning_content?: string;
  tool_calls?: ToolCall[];
}
interface Completion {
  id: string;
  object: 'chat.completion';
  created: number;
  model: string;
  choices: [{ index: 0; message: Answer; logprobs: null; finish_reason: 'tool_calls' | 'stop' }];
  usage: object;
}

export const openaiChat: WireFormat<Request, Completion> = {
  path: /\/chat\/completions$/,
  read,
  write,
  stream,
  error: (message) => ({
    error: { message, type: 'invalid_request_error', param: null, code: 'invalid_request_error' },
  }),
};

function read({ messages, model }: Request): Conversation {
  const human = messages.findLastIndex((message) => message.role === 'user');
  const since = messages.slice(human + 1);
  const assistants = since.filter((message) => message.role === 'assistant');
  const asked = assistants.flatMap((message) => (message.tool_calls ?? []).map((call) => call.id));
  const answered = since.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
  const thoughtless = model.startsWith('deepseek') && assistants.some((message) => !('reasoning_content' in message));
  return {
    asked: messageText(messages[human]),
    instructions: messages
      .filter(({ role }) => role === 'system' || role === 'developer')
      .map(messageText)
      .join('\n'),
    rounds: assistants.length,
    answered: answeredTools(messages),
    complaint: thoughtless
      ? 'The `reasoning_content` of an assistant message with tool calls must be sent back in thinking mode.'
      : missingResults(asked, answered),
  };
}

function answeredTools(messages: readonly Message[]): string[] {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
  const names = new Map(calls.map((call) => [call.id, call.type === 'function' ? call.function.name : '']));
  return messages.flatMap((message) => (message.role === 'tool' ? [names.get(message.tool_call_id) ?? ''] : []));
}

function messageText(message: Message | undefined): string {
  if (typeof message?.content === 'string') return message.content;
  return (message?.content ?? []).flatMap((part) => ('text' in part ? [part.text] : [])).join('');
}

function write(turn: Turn, { model }: Request): Completion {
  const calls = turn.output.flatMap((item) => ('call' in item ? [item] : []));
  const said = turn.output.flatMap((item) => ('said' in item ? [item.said] : []));
  const message: Answer = { role: 'assistant', content: said.join('\n\n') };
  if (turn.usage.thinking !== undefined) message.reasoning_content = thoughtsOf(turn).join('\n\n');
  if (calls.length > 0) {
    message.tool_calls = calls.map((item, index) => ({
      index,
      id: callId(model, index),
      type: 'function',
      function: { name: item.call, arguments: JSON.stringify(item.arguments) },
    }));
  }
  const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
  return {
    id: randomId('', 32).toLowerCase(),
    object: 'chat.completion',
    created: unixSeconds(),
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    usage: usage(turn),
  };
}

/** Mistral's ids have nine characters and it refuses others. */
function callId(model: string, index: number): string {
  return model.startsWith('deepseek') ? randomId(`call_0${index}_`, 24) : randomId('', 9);
}

function usage({ usage }: Turn): object {
  const cached = usage.cacheRead ?? 0;
  const counts = {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: cached },
  };
  if (usage.thinking === undefined) return counts;
  return {
    ...counts,
    completion_tokens_details: { reasoning_tokens: usage.thinking },
    prompt_cache_hit_tokens: cached,
    prompt_cache_miss_tokens: usage.input - cached,
  };
}

function* stream(completion: Completion): Iterable<ServerEvent> {
  const [{ message, finish_reason }] = completion.choices;
  const { id, created, model } = completion;
  const chunk = (delta: object, tokens = 0, end: object | null = null): ServerEvent => ({
    data: {
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: end === null ? null : finish_reason }],
      usage: end,
    },
    tokens,
  });
  const thinks = message.reasoning_content !== undefined;
  const idle = thinks ? { reasoning_content: null } : {};
  yield chunk({ role: 'assistant', ...(thinks ? { content: null, reasoning_content: '' } : { content: '' }) });
  for (const text of words(message.reasoning_content ?? '', 1)) {
    yield chunk({ content: null, reasoning_content: text }, roughTokens(text));
  }
  for (const text of words(message.content ?? '', 1)) yield chunk({ content: text, ...idle }, roughTokens(text));
  for (const call of message.tool_calls ?? []) yield* callChunks(call, chunk);
  yield chunk({ content: '', ...idle }, 0, completion.usage);
  yield { data: '[DONE]' };
}

function* callChunks(call: ToolCall, chunk: (delta: object, tokens: number) => ServerEvent): Iterable<ServerEvent> {
  const { index, id, type } = call;
  yield chunk({ tool_calls: [{ index, id, type, function: { name: call.function.name, arguments: '' } }] }, 4);
  for (const part of slices(call.function.arguments, 4)) {
    yield chunk({ tool_calls: [{ index, function: { arguments: part } }] }, roughTokens(part));
  }
}
