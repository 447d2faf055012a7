/**
 * Gemini's generateContent, on the Developer API and Vertex: one object, a stream of events, or one JSON array
 * (providers.md §5.1). gemini-parts.ts reads the content of an answer, gemini-request.ts a request.
 */
import type { Choice, ModelResponse } from '../../parts/model-response.ts';
import { usageOfGemini } from '../../usage/normalise-usage.ts';
import { closeParts, openParts, takePart, thoughtFormat, type PartsInProgress } from './gemini-parts.ts';
import { oneOrMore, unwrapped } from './gemini-names.ts';
import { geminiConversation, geminiSettings, isGeminiRequest } from './gemini-request.ts';
import { filled, isRecord, label, record, records, text, type JsonRecord } from '../../json/json.ts';
import { wireError, type WireError } from '../wire-error.ts';
import type { ReadOptions, WireFormat } from '../wire-format.ts';
import { GEMINI_PATH } from '../model-paths.ts';

export const GEMINI: WireFormat = {
  api: 'gemini.generateContent',
  path: GEMINI_PATH,
  isBody: isAnswer,
  isEvent: isAnswer,
  readBody: (body, options) => read([unwrapped(body)], { streamed: false, options }),
  readEvents: (events, options) => read(events.map(unwrapped), { streamed: true, options }),
  isRequest: isGeminiRequest,
  conversation: geminiConversation,
  settings: geminiSettings,
};

/** A refused prompt has no candidates, only feedback with the reason. */
function isAnswer(body: JsonRecord): boolean {
  const { candidates, promptFeedback } = unwrapped(body);
  return Array.isArray(candidates) || isRecord(promptFeedback);
}

interface Candidate {
  index: number;
  content: PartsInProgress;
  finishReason?: string;
  finishMessage?: string;
  /** Where the answer was cut and can continue. */
  continuationToken?: string;
}

interface Answer {
  id?: string;
  model?: string;
  candidates: Map<number, Candidate>;
  /** Why the prompt was refused. */
  block?: { reason: string; message: string };
  /** Figures are cumulative: the last ones count. */
  usage?: JsonRecord;
  error?: WireError;
}

interface Reading {
  streamed: boolean;
  options: ReadOptions;
}

function read(events: readonly JsonRecord[], reading: Reading): ModelResponse {
  const answer: Answer = { candidates: new Map() };
  for (const event of events) takeEnvelope(answer, event);
  const { id, model } = answer;
  // Calls without an id get one that is the same each time the answer is read.
  const seed = id ?? globalThis.crypto.randomUUID();
  const format = thoughtFormat(model ?? reading.options.requestModel);
  const open = (index: number): Candidate => {
    let calls = 0;
    const newId = () => `call_${seed}_${index}_${calls++}`;
    return { index, content: openParts({ streamed: reading.streamed, format, newId }) };
  };
  for (const event of events) {
    records(event.candidates).forEach((source, position) => {
      const index = typeof source.index === 'number' ? source.index : position;
      const candidate = answer.candidates.get(index) ?? open(index);
      answer.candidates.set(index, candidate);
      takeCandidate(candidate, source);
    });
  }
  return toResponse(answer, reading);
}

function takeEnvelope(answer: Answer, event: JsonRecord): void {
  const id = answer.id ?? filled(event.responseId);
  if (id !== undefined) answer.id = id;
  const model = answer.model ?? filled(event.modelVersion);
  if (model !== undefined) answer.model = model;
  if (isRecord(event.usageMetadata)) answer.usage = addedUsage(answer.usage, event.usageMetadata);
  const feedback = record(event.promptFeedback);
  const reason = filled(feedback.blockReason);
  if (reason !== undefined) answer.block = { reason, message: text(feedback.blockReasonMessage) ?? '' };
  // A stream that fails midway ends in Google's error object, under status 200.
  if (isRecord(event.error)) answer.error = wireError(event.error, ['status', 'code']);
}

/** Figures with a total are complete: after a provider's tool, the last ones leave out the output counted before. */
function addedUsage(previous: JsonRecord | undefined, reported: JsonRecord): JsonRecord {
  return reported.totalTokenCount === undefined ? { ...previous, ...reported } : reported;
}

function takeCandidate(candidate: Candidate, source: JsonRecord): void {
  for (const part of oneOrMore(record(source.content).parts)) takePart(candidate.content, part);
  const finishReason = finishReasonOf(source);
  if (finishReason !== undefined) candidate.finishReason = finishReason;
  const finishMessage = filled(source.finishMessage);
  if (finishMessage !== undefined) candidate.finishMessage = finishMessage;
  const continuationToken = filled(source.continuationToken);
  if (continuationToken !== undefined) candidate.continuationToken = continuationToken;
}

/**
 * Vertex sends enumeration numbers to clients that request them (`$alt=json;enum-encoding=int`); above 5 its versions
 * differ.
 */
const NUMBERED = ['STOP', 'MAX_TOKENS', 'SAFETY', 'RECITATION', 'OTHER'];

function finishReasonOf({ finishReason }: JsonRecord): string | undefined {
  return typeof finishReason === 'number' && finishReason > 0
    ? (NUMBERED[finishReason - 1] ?? label(finishReason))
    : filled(finishReason);
}

/** The model was stopped by its limit, or by an invalid call. */
const CUT_SHORT = new Set([
  'MAX_TOKENS',
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MALFORMED_RESPONSE',
]);

/** The answer was withheld, or broken off in the middle. */
const REFUSED = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'MODEL_ARMOR',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]);

function toResponse(answer: Answer, { streamed, options }: Reading): ModelResponse {
  const { id, model, block, error } = answer;
  const candidates = [...answer.candidates.values()].sort((left, right) => left.index - right.index);
  const ended = candidates.length > 0 && candidates.every(({ finishReason }) => finishReason !== undefined);
  const broken = options.incomplete === true || error !== undefined || (streamed && !ended && !block);
  const read = candidates.map((candidate) => toChoice(candidate, broken));
  const finishReason = block?.reason ?? candidates.find((candidate) => candidate.finishReason)?.finishReason;
  const choices = read.map(({ choice }, index): Choice => {
    const own = candidates.length > 1 ? candidates[index]?.finishReason : undefined;
    return own === undefined ? choice : { ...choice, finishReason: own };
  });
  if (block && choices.length === 0) choices.push({ index: 0, parts: [refusal(block.message)] });
  const zeroIsUnknown = choices.some(({ parts }) => parts.some((part) => part.kind === 'reasoning'));
  const usage = usageOfGemini(answer.usage, { zeroIsUnknown });
  const failure = error ?? candidates.map(failureOf).find((failed) => failed !== undefined);
  const token = candidates.map(tokenOf).find((candidateToken) => candidateToken !== undefined);
  return {
    api: 'gemini.generateContent',
    choices,
    incomplete: broken || read.some(({ cut }) => cut),
    ...(id !== undefined && { id }),
    ...(model !== undefined && { model }),
    ...(usage && { usage }),
    ...(finishReason !== undefined && { finishReason }),
    ...(token !== undefined && { continues: 'output', continuationToken: token }),
    ...(failure && { error: failure }),
  };
}

/** `cut`: the answer is incomplete. */
function toChoice(candidate: Candidate, broken: boolean): { choice: Choice; cut: boolean } {
  const { index, content, finishReason = '', finishMessage } = candidate;
  const refused = REFUSED.has(finishReason);
  const hasContent = content.parts.some((part) => part.kind === 'text' || part.kind === 'tool_call');
  const cut = broken || CUT_SHORT.has(finishReason) || (refused && hasContent);
  const parts = closeParts(content, cut);
  if (refused && !hasContent) parts.push(refusal(finishMessage ?? ''));
  return { choice: { index, parts }, cut };
}

/** A withheld answer is a refusal, mostly without text. */
function refusal(message: string): Choice['parts'][number] {
  return { kind: 'text', key: 'refusal', text: message, refusal: true };
}

/** `finishMessage` holds the call as the model wrote it: no part does. */
function failureOf({ finishReason = '', finishMessage }: Candidate): ModelResponse['error'] {
  if (finishReason === 'MAX_TOKENS' || !CUT_SHORT.has(finishReason)) return undefined;
  return { type: finishReason, message: finishMessage ?? 'The model wrote a call that cannot be run.' };
}

/** Checkpoints also come midway; once the answer has ended normally, they lead nowhere. */
function tokenOf({ finishReason, continuationToken }: Candidate): string | undefined {
  return finishReason === undefined || finishReason === 'CONTINUATION' ? continuationToken : undefined;
}
