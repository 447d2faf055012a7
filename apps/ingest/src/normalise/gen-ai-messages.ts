/**
 * Messages of the GenAI conventions as instrumentations of Python really write them, put into the form that the conventions mean: one message
 * of the output a choice, a part a thing, calls where the response had them. Used by gen-ai.ts and gen-ai-events.ts.
 */
import { attributeJson, decodeMessages, GEN_AI, type DecodeOptions, type Message } from '@subtext/reasoning';
import { recordOf, thinkingFirst, turnsTogether } from './values.ts';

type Read = (name: string) => unknown;

export const inputIn = (read: Read, options: DecodeOptions): Message[] =>
  decodeMessages(unfolded(read(GEN_AI.inputMessages)), options);

export function outputIn(read: Read, options: DecodeOptions): Message[] {
  const messages = decodeMessages(unfolded(read(GEN_AI.outputMessages)), options);
  return (isInPieces(read) ? turnsTogether(messages) : messages).map(callsLast).map(withoutUnsaid);
}

function withoutUnsaid(message: Message): Message {
  const { finishReason, ...rest } = message;
  return finishReason === UNSAID ? rest : message;
}

/** Of the reasons to stop, the one of the whole response: of one in pieces, the last. */
export function finishReasonIn(read: Read): string | undefined {
  const reasons = read(GEN_AI.finishReasons);
  const reason: unknown = Array.isArray(reasons) ? reasons.at(isInPieces(read) ? -1 : 0) : reasons;
  return typeof reason === 'string' && reason !== '' && reason !== UNSAID ? reason : undefined;
}

/** -genai-langchain's word for a reason that LangChain does not tell it. */
const UNSAID = 'unknown';

const GOOGLE = /^(?:gcp\.|gemini$|vertex_ai$)/;

/**
 * opentelemetry-instrumentation-genai-openai writes a message for each item of a response, -google-genai one for each chunk of a stream and each
 * turn of the client's own loop. The Responses API knows no choices, and the others say how many were asked for.
 */
function isInPieces(read: Read): boolean {
  if (read('openai.api.type') === 'responses') return true;
  const provider = read(GEN_AI.providerName) ?? read('gen_ai.system');
  return typeof provider === 'string' && GOOGLE.test(provider) && !(Number(read('gen_ai.request.choice.count')) > 1);
}

const STOPPED_TO_CALL = /^(?:tool|function)[_-](?:calls?|use)$/;

/** Chat Completions have no order: the words stand in one field, the calls in another. A response that stopped to call ends with its calls. */
function callsLast(message: Message): Message {
  const { parts, finishReason } = message;
  const isTurned = parts.at(-1)?.kind === 'text' && parts.some(({ kind }) => kind === 'tool_call');
  if (!isTurned || finishReason === undefined || !STOPPED_TO_CALL.test(finishReason)) return message;
  return thinkingFirst([message])[0] ?? message;
}

/** -genai-langchain puts a content that is a list of blocks, whole, into the content of one part of text. */
function unfolded(value: unknown): unknown {
  const messages = attributeJson(value);
  return Array.isArray(messages) && messages.some(isFolded) ? messages.map(unfold) : messages;
}

const isFolded = (message: unknown): boolean => partsOf(message).some((part) => Array.isArray(recordOf(part).content));

function partsOf(message: unknown): unknown[] {
  const { parts } = recordOf(message);
  return Array.isArray(parts) ? parts : [];
}

function unfold(message: unknown): unknown {
  const parts = partsOf(message).flatMap((part) => {
    const { type, content } = recordOf(part);
    return type === 'text' && Array.isArray(content) ? content.map(plainBlock) : [part];
  });
  const ids = new Set<unknown>();
  const once = parts.filter((part) => {
    const { type, id } = recordOf(part);
    if (type !== 'tool_call' || id === undefined) return true;
    return !ids.has(id) && ids.add(id);
  });
  return { ...recordOf(message), parts: once };
}

/** An item of the Responses API is called by its call, not by its own id; LangChain's own blocks have their text under their type. */
function plainBlock(block: unknown): unknown {
  const fields = recordOf(block);
  const { type, call_id: callId, id, name, arguments: given, input, args, reasoning } = fields;
  if (type === 'function_call' || type === 'tool_use' || type === 'tool_call')
    return { type: 'tool_call', id: callId ?? id, name, arguments: given ?? input ?? args };
  return type === 'reasoning' && typeof reasoning === 'string' ? { ...fields, content: reasoning } : block;
}
