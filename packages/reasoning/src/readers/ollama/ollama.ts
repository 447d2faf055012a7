/**
 * Ollama's own API, `/api/chat` and `/api/generate`, whole or as one JSON value per line: body to parts (providers.md
 * §7). A message is a Chat Completions message with `thinking` beside `content`, so the chat reader reads it.
 */
import type { Message } from '../../parts/message.ts';
import type { ModelResponse } from '../../parts/model-response.ts';
import { usageOfOllama } from '../../usage/normalise-usage.ts';
import type { Part } from '../../parts/part.ts';
import { summarisesThinking } from '../../thinking/thinking-model.ts';
import { choiceParts, openChoice, takeDelta } from '../openai/chat-choice.ts';
import {
  filled,
  finite,
  isRecord,
  list,
  record,
  records,
  text,
  withoutUndefined,
  type JsonRecord,
} from '../../json/json.ts';
import { chatParts } from '../openai/openai-chat.ts';
import { INSTRUCTION_ROLES, named, otherPart, plainResult, textsOf } from '../request-messages.ts';
import type { Conversation, ReadOptions, RequestSettings, WireFormat } from '../wire-format.ts';
import { OLLAMA_PATH } from '../model-paths.ts';

export const OLLAMA_CHAT: WireFormat = {
  api: 'ollama.chat',
  path: OLLAMA_PATH,
  isBody: isAnswer,
  isEvent: isAnswer,
  readBody: (body, options) => readOllama([body], options),
  readEvents: readOllama,
  isRequest: (body, path) => {
    if (typeof body.model !== 'string') return false;
    if (Array.isArray(body.messages)) return OLLAMA_CHAT.path.test(path ?? '') || hasOwnField(body);
    return typeof body.prompt === 'string' && (OLLAMA_CHAT.path.test(path ?? '') || hasOwnField(body));
  },
  conversation,
  settings,
};

/** `done` is on every line; in a body that was cut before it, `created_at` is there. */
function isAnswer(body: JsonRecord): boolean {
  const hasOutput = isRecord(body.message) || typeof body.response === 'string' || typeof body.thinking === 'string';
  return hasOutput && (typeof body.done === 'boolean' || typeof body.created_at === 'string') && !('choices' in body);
}

/** A whole body is a stream of one line, so both come out equal. */
function readOllama(lines: readonly JsonRecord[], options: ReadOptions): ModelResponse {
  const choice = openChoice(0);
  for (const line of lines) {
    if (isRecord(line.message)) takeDelta(choice, line.message);
    else takeDelta(choice, { thinking: line.thinking, content: line.response, tool_calls: line.tool_calls });
  }
  const last = lines.findLast((line) => line.done === true);
  const model = filled(lines.find((line) => filled(line.model) !== undefined)?.model);
  const finishReason = filled(last?.done_reason);
  const failure = text(lines.find((line) => 'error' in line)?.error);
  const broken = options.incomplete === true || last === undefined || failure !== undefined;
  const incomplete = broken || finishReason === 'length';
  const summarises = summarisesThinking(model) || summarisesThinking(options.requestModel);
  const usage = last && usageOfOllama(last);
  return {
    api: 'ollama.chat',
    choices: [{ index: 0, parts: choiceParts(choice, { summarises, incomplete }) }],
    incomplete,
    ...(model !== undefined && { model }),
    ...(usage && { usage }),
    ...(finishReason !== undefined && { finishReason }),
    ...(failure !== undefined && { error: { message: failure } }),
  };
}

function hasOwnField(body: JsonRecord): boolean {
  return 'think' in body || 'keep_alive' in body || isRecord(body.options);
}

function conversation(body: JsonRecord): Conversation {
  const summarises = summarisesThinking(text(body.model));
  if (!Array.isArray(body.messages)) {
    const prompt = text(body.prompt) ?? '';
    return {
      system: textsOf(body.system),
      messages: [{ role: 'user', parts: [{ kind: 'text', key: '0', text: prompt }, ...imagesOf(body)] }],
    };
  }
  const all = records(body.messages);
  const instructions = all.filter((message) => INSTRUCTION_ROLES.has(message.role));
  const rest = all.filter((message) => !INSTRUCTION_ROLES.has(message.role));
  const messages: Message[] = [];
  for (const message of rest) {
    const isBareResult = message.role === 'tool' && filled(message.tool_call_id) === undefined;
    const parts = isBareResult ? [bareResult(messages, message)] : chatParts(message, summarises);
    messages.push(named(message, [...parts, ...imagesOf(message)]));
  }
  return { system: instructions.flatMap((message) => textsOf(message.content)), messages };
}

/** Base64 without a type, beside the text. */
const imagesOf = ({ images }: JsonRecord): Part[] =>
  list(images).map((image) => otherPart({ type: 'image', image }, 'image'));

/** Without ids, a result answers the first open call: of its tool, where it names one. */
function bareResult(messages: readonly Message[], message: JsonRecord): Part {
  const name = filled(message.tool_name);
  const lastTurn = messages.findLastIndex(({ role }) => role === 'assistant');
  const calls = (messages[lastTurn]?.parts ?? []).filter((part) => part.kind === 'tool_call');
  const since = messages.slice(lastTurn + 1).flatMap(({ parts }) => parts);
  const open = calls.filter(({ id }) => !since.some((part) => part.kind === 'tool_result' && part.callId === id));
  const callId = open.find((call) => name === undefined || call.name === name)?.id ?? '';
  return { kind: 'tool_result', callId, ...(name !== undefined && { name }), result: plainResult(message.content) };
}

/** Streaming is the default. */
function settings(body: JsonRecord): Partial<RequestSettings> {
  const options = record(body.options);
  return {
    stream: body.stream !== false,
    ...withoutUndefined({
      maxTokens: finite(options.num_predict),
      temperature: finite(options.temperature),
      // A level, or on and off; off is `none` on the compatible endpoint.
      reasoningEffort: filled(body.think) ?? (body.think === false ? 'none' : undefined),
    }),
  };
}
