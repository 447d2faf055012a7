/**
 * A best-effort reading of an answer in an unknown shape to a chat completion request. Hosts with a format of their own
 * mostly wrap the usual fields (`{ output: { choices } }`, `{ result: { response, tool_calls } }`), or stream bare
 * pieces of text.
 */
import { toJson } from '../json/attributes.ts';
import type { ModelResponse } from '../parts/model-response.ts';
import { isRecord, record, records, text, type JsonRecord } from '../json/json.ts';
import { OPENAI_CHAT } from './openai/openai-chat.ts';
import type { ReadOptions } from './wire-format.ts';

export interface UnknownAnswer {
  /** The whole body alone, or the events of a stream. */
  events: readonly JsonRecord[];
  streamed: boolean;
}

/**
 * null when nothing looks like an answer, or the request named no model: services other than models also take messages.
 */
export function readUnknownShape({ events, streamed }: UnknownAnswer, options: ReadOptions): ModelResponse | null {
  if (options.requestModel === undefined) return null;
  const field = streamed ? 'delta' : 'message';
  const chunks = events.flatMap((event) => {
    const content = unwrapped(event);
    const choices = choicesOf(content, field);
    return choices ? [{ ...event, ...content, usage: figuresOf(content.usage ?? event.usage), choices }] : [];
  });
  const [first] = chunks;
  if (!first) return null;
  return streamed ? OPENAI_CHAT.readEvents(chunks, { ...options, done: true }) : OPENAI_CHAT.readBody(first, options);
}

const WRAPPERS = ['result', 'output', 'data', 'response'];

function unwrapped(event: JsonRecord): JsonRecord {
  const wrapper = WRAPPERS.find((name) => isRecord(event[name]) && choicesOf(record(event[name]), 'message'));
  return wrapper === undefined ? event : record(event[wrapper]);
}

const TEXTS = ['response', 'text', 'generated_text'];

/** The choices of a chat completion, or a single choice made from such fields; undefined without any. */
function choicesOf(content: JsonRecord, field: 'message' | 'delta'): readonly JsonRecord[] | undefined {
  if (Array.isArray(content.choices)) return records(content.choices);
  const name = TEXTS.find((candidate) => text(content[candidate]) !== undefined || isRecord(content[candidate]));
  const calls = records(content.tool_calls);
  if (name === undefined && calls.length === 0) return undefined;
  const answer = content[name ?? ''];
  // An answer by a schema may come parsed.
  const message = { content: isRecord(answer) ? toJson(answer) : answer, tool_calls: calls.map(named) };
  return [{ index: 0, [field]: message, finish_reason: content.finish_reason }];
}

/** Adds the `function` level that other hosts have. */
function named(call: JsonRecord): JsonRecord {
  return isRecord(call.function) ? call : { id: call.id, function: { name: call.name, arguments: call.arguments } };
}

/** Usage under either of the two pairs of names. */
function figuresOf(usage: unknown): JsonRecord | undefined {
  if (!isRecord(usage)) return undefined;
  return { prompt_tokens: usage.input_tokens, completion_tokens: usage.output_tokens, ...usage };
}
