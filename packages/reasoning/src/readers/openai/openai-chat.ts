/**
 * Chat Completions, whole or streamed, from OpenAI and every compatible host: body to parts (providers.md §3, §6,
 * §8–§11, §13).
 */
import type { ModelResponse } from '../../parts/model-response.ts';
import { usageOfChat } from '../../usage/normalise-usage.ts';
import type { Part } from '../../parts/part.ts';
import { summarisesThinking } from '../../thinking/thinking-model.ts';
import { bedrockSettings } from '../bedrock/bedrock-path.ts';
import { choiceParts, openChoice, takeDelta, takeFinishReason, type ChoiceInProgress } from './chat-choice.ts';
import { filled, isRecord, record, records, text, type JsonRecord } from '../../json/json.ts';
import { contentParts, INSTRUCTION_ROLES, named, plainResult, textsOf } from '../request-messages.ts';
import { wireError, type WireError } from '../wire-error.ts';
import type { Conversation, ReadOptions, RequestSettings, WireFormat } from '../wire-format.ts';
import { CHAT_PATH } from '../model-paths.ts';

export const OPENAI_CHAT: WireFormat = {
  api: 'openai.chat',
  path: CHAT_PATH,
  isBody: (body) => Array.isArray(body.choices),
  isEvent: (event) => Array.isArray(event.choices),
  readBody: readChatBody,
  readEvents: readChatEvents,
  isRequest: (body, path) =>
    Array.isArray(body.messages) || (promptsOf(body).length > 0 && path?.endsWith('/completions') === true),
  conversation,
  // For gpt-oss and others behind InvokeModel.
  settings: (_, path) => ({ ...bedrockSettings(path), ...workersAiSettings(path) }),
};

interface Completion {
  choices: Map<number, ChoiceInProgress>;
  id?: string;
  model?: string;
  usage?: JsonRecord;
  /** What a gateway reports about the hosts behind it, by host. */
  backends?: JsonRecord;
  error?: WireError;
}

function readChatBody(body: JsonRecord, options: ReadOptions): ModelResponse {
  return toResponse(fold([{ ...body, choices: records(body.choices).map(withoutDelta) }]), { ended: true, options });
}

/** Perplexity's whole bodies hold an empty delta beside the message. */
function withoutDelta(choice: JsonRecord): JsonRecord {
  return isRecord(choice.message) ? { ...choice, delta: undefined } : choice;
}

/** The end of the stream is its `[DONE]` or, on hosts without one, a finish reason for every choice. */
function readChatEvents(events: readonly JsonRecord[], options: ReadOptions & { done?: boolean }): ModelResponse {
  const completion = fold(events);
  const choices = [...completion.choices.values()];
  const finished = choices.length > 0 && choices.every((choice) => choice.finishReason !== undefined);
  return toResponse(completion, { ended: options.done === true || finished, options });
}

/** A whole body is a stream of one chunk whose `message` is its only delta, so both come out equal. */
function fold(chunks: readonly JsonRecord[]): Completion {
  const completion: Completion = { choices: new Map() };
  for (const chunk of chunks) {
    completion.id ??= filled(chunk.id);
    // Azure's first chunk names no model.
    completion.model ??= filled(chunk.model);
    takeUsage(completion, chunk.usage ?? record(chunk.x_groq).usage);
    completion.error ??= errorOf(chunk);
    records(chunk.choices).forEach((choice, position) => takeChoice(completion, choice, position));
  }
  return completion;
}

/** The last usage counts, since some grow; a usage without counts does not replace an earlier one. */
function takeUsage(completion: Completion, reported: unknown): void {
  const counts =
    isRecord(reported) && Object.values(reported).some((figure) => typeof figure === 'number' && figure > 0);
  if (isRecord(reported) && (counts || completion.usage === undefined)) completion.usage = reported;
}

function takeChoice(completion: Completion, source: JsonRecord, position: number): void {
  const index = typeof source.index === 'number' ? source.index : position;
  const choice = completion.choices.get(index) ?? openChoice(index);
  completion.choices.set(index, choice);
  const { provider_metadata: backends } = record(source.message ?? source.delta);
  if (isRecord(backends)) completion.backends = backends;
  // Perplexity repeats the whole message so far beside each delta, MiniMax at the end of the stream.
  if (isRecord(source.delta)) takeDelta(choice, source.delta, true);
  else if (isRecord(source.message)) takeWhole(choice, source.message);
  else if (typeof source.text === 'string') takeDelta(choice, { content: source.text });
  takeFinishReason(choice, source.finish_reason);
  // Kimi also reports the usage inside the choice.
  if (completion.usage === undefined && isRecord(source.usage)) completion.usage = source.usage;
  completion.error ??= errorOf(source);
}

function takeWhole(choice: ChoiceInProgress, message: JsonRecord): void {
  if (choice.entries.length === 0) takeDelta(choice, message);
}

/** A gateway may copy Gemini's figures, where the output excludes the thinking, and sum them as if it were included. */
function thinkingIsApart({ backends, usage }: Completion): boolean {
  return Object.values(backends ?? {}).some((backend) => {
    const { candidatesTokenCount: answer, thoughtsTokenCount } = record(record(backend).usageMetadata);
    return thoughtsTokenCount !== undefined && answer !== undefined && answer === usage?.completion_tokens;
  });
}

function errorOf({ error }: JsonRecord): WireError | undefined {
  return error === undefined || error === null ? undefined : wireError(error);
}

const CUT_SHORT = new Set(['length', 'content_filter', 'error']);

function toResponse(completion: Completion, ending: { ended: boolean; options: ReadOptions }): ModelResponse {
  const { id, model, error } = completion;
  const { requestModel } = ending.options;
  const choices = [...completion.choices.values()].sort((left, right) => left.index - right.index);
  const finishReason = choices.find((choice) => choice.finishReason !== undefined)?.finishReason;
  const broken = ending.options.incomplete === true || !ending.ended || error !== undefined;
  const summarises = summarisesThinking(model) || summarisesThinking(requestModel);
  const read = choices.map((choice) => {
    const incomplete = broken || CUT_SHORT.has(choice.finishReason ?? '');
    const parts = choiceParts(choice, { summarises, incomplete });
    return { choice: { index: choice.index, parts, ...ownEnding(choice, choices.length) }, incomplete };
  });
  // OpenAI itself sends no thinking in this format, so a 0 beside some comes from a host that does not count it.
  const zeroIsUnknown = read.some(({ choice }) => choice.parts.some((part) => part.kind === 'reasoning'));
  const usage = usageOfChat(completion.usage, { zeroIsUnknown, thinkingIsApart: thinkingIsApart(completion) });
  return {
    api: 'openai.chat',
    choices: read.map(({ choice }) => choice),
    incomplete: broken || read.some(({ incomplete }) => incomplete),
    ...(id !== undefined && { id }),
    ...(model !== undefined && { model }),
    ...(usage && { usage }),
    ...(finishReason !== undefined && { finishReason }),
    ...(error && { error }),
  };
}

/** With one choice the response has the reason. */
function ownEnding({ finishReason }: ChoiceInProgress, count: number): { finishReason?: string } {
  return count > 1 && finishReason !== undefined ? { finishReason } : {};
}

/** Texts only; a prompt of tokens is skipped. */
function promptsOf({ prompt, suffix }: JsonRecord): string[] {
  return [prompt, suffix].flat().flatMap((piece) => filled(piece) ?? []);
}

function conversation(body: JsonRecord): Conversation {
  if (!Array.isArray(body.messages)) {
    const parts = promptsOf(body).map((promptText, index): Part => ({
      kind: 'text',
      key: String(index),
      text: promptText,
    }));
    return { system: [], messages: [{ role: 'user', parts }] };
  }
  const summarises = summarisesThinking(text(body.model));
  const all = records(body.messages);
  const instructions = all.filter((message) => INSTRUCTION_ROLES.has(message.role));
  const rest = all.filter((message) => !INSTRUCTION_ROLES.has(message.role));
  return {
    system: instructions.flatMap((message) => textsOf(message.content)),
    messages: rest.map((message) => named(message, chatParts(message, summarises))),
  };
}

/** The parts of one message in the chat format, from a request or a foreign span. */
export function chatParts(message: JsonRecord, summarises: boolean): Part[] {
  const callId = filled(message.tool_call_id) ?? (message.role === 'function' ? filled(message.name) : undefined);
  if (callId !== undefined) return [{ kind: 'tool_result', callId, result: plainResult(message.content) }];
  if (message.role !== 'assistant') return contentParts(message.content);
  const choice = openChoice(0);
  takeDelta(choice, message);
  return choiceParts(choice, { summarises, incomplete: false });
}

/**
 * Workers AI puts the model into the URL's path when the body does not have it:
 * `/accounts/<id>/ai/run/@cf/meta/llama-4-scout`.
 */
const WORKERS_AI_PATH = /\/ai\/run\/(@[\w.-]+(?:\/[\w.-]+)+)$/;

function workersAiSettings(path: string | undefined): Partial<Pick<RequestSettings, 'model'>> {
  const [, model] = WORKERS_AI_PATH.exec(path ?? '') ?? [];
  return model === undefined ? {} : { model };
}
