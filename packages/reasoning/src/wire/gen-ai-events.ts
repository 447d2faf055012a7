/**
 * Messages as events, in generation A of the GenAI conventions and in Semantic Kernel: each with fields of its own
 * (otel-genai §1.5), on a span or as a log record.
 */
import { attributeJson } from '../json/attributes.ts';
import { blocksOrText } from './blocks-in-text.ts';
import { decodeMessages } from './message-codec.ts';
import type { DecodeOptions } from './message-foreign.ts';
import type { Message } from '../parts/message.ts';
import { isRecord, record, type JsonRecord } from '../json/json.ts';

/** The event of B and C, which has the attributes of the span. */
export const INFERENCE_DETAILS = 'gen_ai.client.inference.operation.details';

const EVENT_NAME = 'event.name';

/** .NET puts the whole event into one attribute of JSON. */
export const EVENT_CONTENT = 'gen_ai.event.content';

/**
 * An event by its fields. Koog also has them in one attribute of JSON, because OpenTelemetry for Java has no event
 * bodies on spans.
 */
export function plainEvent(name: string, fields: JsonRecord): JsonRecord {
  return { ...fields, ...recordOf(fields[EVENT_CONTENT]), ...recordOf(fields.body), [EVENT_NAME]: name };
}

const recordOf = (value: unknown): JsonRecord => record(attributeJson(value));

const ROLES: ReadonlyMap<unknown, string> = new Map([
  ['gen_ai.system.message', 'system'],
  ['gen_ai.user.message', 'user'],
  ['gen_ai.assistant.message', 'assistant'],
  ['gen_ai.tool.message', 'tool'],
]);

/** Events as plain records in their order: the input, and what the model answered (`gen_ai.choice`). */
export function eventMessages(events: unknown, options: DecodeOptions = {}): { input: Message[]; output: Message[] } {
  const input: Message[] = [];
  const output: Message[] = [];
  const all = Array.isArray(events) ? events.map(recordOf) : [];
  for (const event of all) {
    const name = event[EVENT_NAME];
    const role = ROLES.get(name);
    if (role !== undefined) input.push(...decodeMessages([messageOf(event, role)], options));
    if (name === 'gen_ai.content.prompt') input.push(...textMessage(event['gen_ai.prompt'], 'user', options));
    if (name === 'gen_ai.content.completion') {
      output.push(...textMessage(event['gen_ai.completion'], 'assistant', options));
    }
  }
  const choices = all.filter((event) => event[EVENT_NAME] === 'gen_ai.choice');
  return { input, output: [...choicesOf(choices, options), ...output] };
}

/** The choices by index: Koog reports each part of an answer as a choice, all with the same index. */
function choicesOf(events: readonly JsonRecord[], options: DecodeOptions): Message[] {
  const places = new Map<unknown, number>();
  const output: Message[] = [];
  for (const event of events) {
    const [message] = decodeMessages([choiceOf(event)], options);
    if (!message) continue;
    const place = event.index === undefined ? undefined : places.get(event.index);
    const before = place === undefined ? undefined : output[place];
    if (place === undefined || !before) places.set(event.index, output.push(message) - 1);
    else output[place] = { ...before, ...message, parts: [...before.parts, ...message.parts] };
  }
  return output;
}

/** Google ADK writes this in place of contents that are switched off. */
const ELIDED = '<elided>';

function messageOf(event: JsonRecord, role: string): JsonRecord {
  const { tool_calls: calls, id } = event;
  const content = event.content === ELIDED ? undefined : event.content;
  // A result may be a list as well.
  const isResult = role === 'tool' && id !== undefined;
  const body = typeof content === 'string' && !isResult ? blocksOrText(content) : content;
  const called = calls === undefined ? {} : { tool_calls: callsOf(calls) };
  return { role, content: body, ...called, ...(role === 'tool' && { tool_call_id: id }) };
}

/** The calls are beside the message or inside it. The message of Strands is its content. */
function choiceOf(event: JsonRecord): JsonRecord {
  const parsed = attributeJson(event.message);
  const message: JsonRecord = isRecord(parsed) ? parsed : { content: parsed };
  const calls = event.tool_calls ?? message.tool_calls;
  const finishReason = event.finish_reason;
  return {
    ...messageOf(
      { content: message.content ?? event.content, ...(calls !== undefined && { tool_calls: calls }) },
      'assistant',
    ),
    ...(typeof finishReason === 'string' && { finish_reason: finishReason }),
  };
}

/** LiveKit sends a list of JSON texts. */
function callsOf(calls: unknown): unknown {
  return Array.isArray(calls) ? calls.map(recordOf) : recordOf(calls);
}

function textMessage(content: unknown, role: string, options: DecodeOptions): Message[] {
  return typeof content === 'string' ? decodeMessages([{ role, content: blocksOrText(content) }], options) : [];
}
