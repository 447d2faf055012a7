/**
 * LangChain's dumps of messages and of tool results, as its tracers write them. Used by the conventions that carry them.
 */
import { decodeMessages, recordOf, type DecodeOptions, type Message } from '@subtext/reasoning';

const ROLES = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['system', 'system'],
  ['tool', 'tool'],
]);

/** The output of a model run: the messages of its generations, or a single message. */
export function dumpedOutput(value: unknown, options: DecodeOptions): Message[] {
  const { generations, messages, output } = recordOf(value);
  const flat = Array.isArray(generations)
    ? generations.flat().map((generation) => recordOf(generation).message)
    : undefined;
  return dumpedMessages(flat ?? messages ?? output ?? value, options);
}

/** `{ lc, id: [… 'AIMessage'], kwargs }`, `{ type: 'ai', data }`, or the message itself. Batches are lists of lists. */
export function dumpedMessages(source: unknown, options: DecodeOptions): Message[] {
  const list: unknown[] = Array.isArray(source) ? source.flat() : [source];
  return list.flatMap((item) => {
    const message = messageIn(item);
    if (message.content === undefined && message.tool_calls === undefined) return [];
    return decodeMessages([chatShape(message)], options);
  });
}

/**
 * The id that the provider gave to a response. Its place depends on the client: OpenAI's is in the metadata, Anthropic's
 * beside the message, and LangChain's own (`run-…`) in the place of either.
 */
export function responseIdIn(value: unknown): string | undefined {
  const { generations } = recordOf(value);
  const [generation] = Array.isArray(generations) ? (generations.flat() as unknown[]) : [];
  const { response_metadata: metadata, additional_kwargs: beside, id } = messageIn(recordOf(generation).message);
  return [recordOf(metadata).id, recordOf(beside).id, id].find(
    (one): one is string => typeof one === 'string' && OF_PROVIDER.test(one),
  );
}

const OF_PROVIDER = /^(?:resp_|chatcmpl-|msg_|gen-)/;

interface ToolAnswer {
  id: string;
  result: unknown;
  isError: boolean;
}

/**
 * A tool's result, when a dump of its message stands in its place: alone in Python, below `output` in JavaScript, and
 * there in the messages of an update when the tool also changes the state of its graph.
 */
export function toolAnswer(value: unknown): ToolAnswer | undefined {
  const { output } = recordOf(value);
  const { messages } = recordOf(recordOf(output).update);
  const updates: unknown[] = Array.isArray(messages) ? messages : [];
  return [value, output, ...updates].map(answerIn).find((answer) => answer !== undefined);
}

function answerIn(value: unknown): ToolAnswer | undefined {
  const message = messageIn(value);
  const { tool_call_id: id, content, status } = message;
  if (message.role !== 'tool' || typeof id !== 'string' || content === undefined) return undefined;
  return { id, result: content, isError: status === 'error' };
}

function messageIn(item: unknown): Record<string, unknown> {
  const entry = recordOf(item);
  const message: Record<string, unknown> = { ...entry, ...recordOf(entry.data), ...recordOf(entry.kwargs) };
  const dumpedName: unknown = Array.isArray(entry.id) ? entry.id.at(-1) : undefined;
  // JavaScript dumps have `constructor` as the type of each object.
  const named = message.type === 'constructor' ? undefined : message.type;
  const type = wordOf(named ?? wordOf(dumpedName).replace(/Message(?:Chunk)?$/, '')).toLowerCase();
  const role = typeof message.role === 'string' ? message.role : (ROLES.get(type) ?? 'assistant');
  return { ...message, role };
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Anthropic's block type. The calls beside the content have the same ids. */
const CALL_BLOCK = 'tool_use';
/** OpenAI's item types. Their `id` is not the one that results refer to; that one is beside the content. */
const CALL_ITEMS: ReadonlySet<unknown> = new Set(['function_call', 'tool_call']);

/** LangChain's calls have `args`; where the provider has blocks, they are in the content as well. */
function chatShape(message: Record<string, unknown>): Record<string, unknown> {
  const { role, content, tool_call_id: callId, finish_reason: finishReason } = message;
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.map(recordOf) : [];
  const beside = recordOf(message.additional_kwargs);
  const thought = message.reasoning_content ?? beside.reasoning_content;
  const blocks = Array.isArray(content) ? content : [];
  const inContent = blocks.some((block) => recordOf(block).type === CALL_BLOCK);
  const isRepeated = (block: unknown) => calls.length > 0 && CALL_ITEMS.has(recordOf(block).type);
  return {
    role,
    content: Array.isArray(content) ? blocks.filter((block) => !isRepeated(block)) : content,
    ...(typeof thought === 'string' && { reasoning_content: thought }),
    ...(callId !== undefined && { tool_call_id: callId }),
    ...(typeof finishReason === 'string' && { finish_reason: finishReason }),
    tool_calls: inContent ? [] : calls.map(callOf),
  };
}

/** LangSmith's client wrappers write calls as OpenAI does. */
function callOf(call: Record<string, unknown>): Record<string, unknown> {
  const { id, name, args } = call;
  return typeof call.function === 'object' ? call : { id, function: { name, arguments: args } };
}
