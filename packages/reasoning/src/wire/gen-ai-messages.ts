/**
 * Messages of the GenAI conventions as instrumentations really write them, converted to the form that the conventions
 * define: one output message per choice, one part per item, calls where the response had them. A package's own habits
 * are recognized by its scope.
 */
import { attributeJson, attributeNumber, attributeText, type ReadAttribute } from '../json/attributes.ts';
import { responsesInput, responsesOutput } from './bodies.ts';
import { decodeMessages } from './message-codec.ts';
import type { DecodeOptions } from './message-foreign.ts';
import type { Message } from '../parts/message.ts';
import type { Part } from '../parts/part.ts';
import { GEN_AI, SDK_SCOPE, SUBTEXT } from './span-keys.ts';
import { thinkingFirst, turnsTogether } from './turns.ts';

/** A span, or the event that has its messages. */
export interface SentMessages {
  /** Name of the instrumentation scope; empty when it has none. */
  scope: string;
  read: ReadAttribute;
}

export function inputMessages(sent: SentMessages, options: DecodeOptions = {}): Message[] {
  const messagesValue = attributeJson(sent.read(GEN_AI.inputMessages));
  const items = responsesInput(messagesValue, options);
  if (items.length > 0) return items;
  const messages = decodeMessages(messagesValue, options);
  if (isFromOurSdk(sent)) return messages;
  if (isOfOpenai(sent)) return itemsUnjoined(resultOfItem(turnsTogether(messages)));
  if (isOfAgents(sent)) return itemsUnjoined(turnsTogether(messages));
  // MLflow has an empty message in place of a thought.
  return isInPieces(sent) ? turnsTogether(messages.filter(({ parts }) => parts.length > 0)) : messages;
}

export function outputMessages(sent: SentMessages, options: DecodeOptions = {}): Message[] {
  const messagesValue = attributeJson(sent.read(GEN_AI.outputMessages));
  // Laminar's wrappers of the Responses API write its items unchanged.
  const items = responsesOutput(messagesValue, options);
  if (items.length > 0) return items;
  const messages = decodeMessages(messagesValue, options);
  if (isFromOurSdk(sent)) return messages;
  // OpenLLMetry's OpenAI wrapper writes the thinking after the text.
  if (isOfOpenai(sent)) return thinkingFirst(messages);
  return (isInPieces(sent) ? turnsTogether(messages) : messages).map(callsLast).map(withoutUnknownReason);
}

/** The finish reason of the whole response: of several pieces, the last. */
export function finishReasonIn(sent: SentMessages): string | undefined {
  const reasons = sent.read(GEN_AI.finishReasons);
  const reason: unknown = Array.isArray(reasons) ? reasons.at(isInPieces(sent) ? -1 : 0) : reasons;
  return typeof reason === 'string' && reason !== '' && reason !== UNKNOWN_REASON ? reason : undefined;
}

/** Our SDK follows the conventions exactly. */
const isFromOurSdk = ({ scope, read }: SentMessages): boolean => scope === SDK_SCOPE || read(SUBTEXT.api) !== undefined;

const OPENLLMETRY = /^(?:opentelemetry\.instrumentation\.|@traceloop\/instrumentation-)(.+)$/;
const openllmetryPackage = ({ scope }: SentMessages): string | undefined => OPENLLMETRY.exec(scope)?.[1];
const isOfOpenai = (sent: SentMessages): boolean => /^openai(?:\.v\d)?$/.test(openllmetryPackage(sent) ?? '');
const isOfAgents = (sent: SentMessages): boolean => openllmetryPackage(sent) === 'openai_agents';

const GOOGLE = /^(?:gcp\.|gemini$|vertex_ai$)/;

/**
 * opentelemetry-instrumentation-genai-openai, MLflow and OpenLLMetry's Agents SDK package write a message for each item
 * of a response; -google-genai writes one for each chunk of a stream and each turn of the client's own loop. The
 * Responses API has no choices, and the others report how many were requested.
 */
function isInPieces(sent: SentMessages): boolean {
  const { read } = sent;
  if (read('openai.api.type') === 'responses' || isOfAgents(sent) || isResponseOfMlflow(sent)) return true;
  const provider = read(GEN_AI.providerName) ?? read('gen_ai.system');
  return (
    typeof provider === 'string' &&
    GOOGLE.test(provider) &&
    !((attributeNumber(read('gen_ai.request.choice.count')) ?? 1) > 1)
  );
}

const isResponseOfMlflow = ({ scope, read }: SentMessages): boolean =>
  scope === 'mlflow.tracing.provider' && attributeText(read(GEN_AI.responseId))?.startsWith('resp_') === true;

const STOPPED_TO_CALL = /^(?:tool|function)[_-](?:calls?|use)$/;

/**
 * Chat Completions has no order: the text is in one field, the calls in another. A response that stopped to call ends
 * with its calls.
 */
function callsLast(message: Message): Message {
  const { parts, finishReason } = message;
  const isTurned = parts.at(-1)?.kind === 'text' && parts.some(({ kind }) => kind === 'tool_call');
  if (!isTurned || finishReason === undefined || !STOPPED_TO_CALL.test(finishReason)) return message;
  return thinkingFirst([message])[0] ?? message;
}

/** -genai-langchain writes this when LangChain does not report a finish reason. */
const UNKNOWN_REASON = 'unknown';

function withoutUnknownReason(message: Message): Message {
  const { finishReason, ...rest } = message;
  return finishReason === UNKNOWN_REASON ? rest : message;
}

const ITEM_ID = /^fc_/;

/**
 * OpenLLMetry's Responses API wrapper identifies a call by its item (`fc_…`) and its result by the call (`call_…`), so
 * no id joins them. Where the last turn has one call and one result, they belong together; with several, the pairing is
 * unknown.
 */
function resultOfItem(messages: Message[]): Message[] {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  const calls = messages[last]?.parts.flatMap(callIdOf) ?? [];
  const results = messages.slice(last + 1).flatMap(({ parts }) => parts.flatMap(resultIdOf));
  const [call, result] = [calls[0], results[0]];
  const isClear = calls.length === 1 && results.length === 1 && ITEM_ID.test(call ?? '') && !ITEM_ID.test(result ?? '');
  if (call === undefined || !isClear) return messages;
  const rename = (part: Part): Part => (part.kind === 'tool_result' ? { ...part, callId: call } : part);
  return messages.map((message, index) => (index > last ? { ...message, parts: message.parts.map(rename) } : message));
}

/** An item id that no result refers to is useless: its call is matched by its arguments. */
function itemsUnjoined(messages: Message[]): Message[] {
  const answered = new Set(messages.flatMap(({ parts }) => parts.flatMap(resultIdOf)));
  const mark = (part: Part): Part =>
    part.kind === 'tool_call' && ITEM_ID.test(part.id) && !answered.has(part.id)
      ? { ...part, idGenerated: true }
      : part;
  return messages.map((message) => ({ ...message, parts: message.parts.map(mark) }));
}

const callIdOf = (part: Part): string[] => (part.kind === 'tool_call' ? [part.id] : []);
const resultIdOf = (part: Part): string[] => (part.kind === 'tool_result' ? [part.callId] : []);
