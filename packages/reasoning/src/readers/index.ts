/**
 * Converts the bytes of one response to parts. The shape of the body selects the reader, never the host. First stage of
 * the flow.
 */
import type { ApiName, ModelResponse } from '../parts/model-response.ts';
import { parseAwsEventStream } from './bedrock/aws-event-stream.ts';
import { parseCutJson } from '../json/cut-json.ts';
import { joinPieces } from './delta-runs.ts';
import { isRecord, parseJson, records, type JsonRecord } from '../json/json.ts';
import { WIRE_FORMATS } from './formats.ts';
import { boundMedia } from './bound-media.ts';
import { asWritten } from '../json/written-json.ts';
import { bodyBytes, bodyTexts, parseServerSentEvents, type Body, type ServerSentEvent } from './sse.ts';
import { readUnknownShape } from './unknown-shape.ts';
import { failedAnswer } from './wire-error.ts';
import type { ReadOptions, WireFormat } from './wire-format.ts';

export interface ResponseBody {
  /** The header of that name; only a hint, because some hosts send none or a wrong one. */
  contentType?: string | null;
  body: Body;
  /** The caller or the network cut the body: what had arrived is read. */
  incomplete?: boolean;
  /** Model of the request, for hosts whose response names none. */
  requestModel?: string;
  /** Format of the request, for answers that are nothing but an error. */
  requestApi?: ApiName;
  /**
   * False: arguments and results are not needed as they were written (written-json.ts). Keeping the text costs as much
   * as reading.
   */
  keepsWritten?: boolean;
}

/**
 * null when no reader recognizes the shape (embeddings, error bodies, HTML). Never throws: malformed data is skipped.
 */
export function readResponse(response: ResponseBody): ModelResponse | null {
  const read = readUnbounded(response);
  return read && { ...read, choices: boundMedia(read.choices) };
}

function readUnbounded(response: ResponseBody): ModelResponse | null {
  const { incomplete, requestModel } = response;
  const options: ReadOptions = {
    ...(incomplete !== undefined && { incomplete }),
    ...(requestModel !== undefined && { requestModel }),
  };
  if (response.contentType?.includes('vnd.amazon.eventstream') || beginsWithFrame(response.body)) {
    return readEvents(parseAwsEventStream(bodyBytes(response.body)), options);
  }
  const pieces = bodyTexts(response.body);
  const recognized = startsLikeJson(pieces) ? readJson(pieces.join(''), options, response) : readSent(pieces, options);
  return recognized ?? readByRequestApi(pieces, options, response.requestApi);
}

/** A body that no reader recognizes: the request decides in which format the answer would have been. */
function readByRequestApi(
  pieces: readonly string[],
  options: ReadOptions,
  requestApi: ApiName | undefined,
): ModelResponse | null {
  if (requestApi === undefined) return null;
  const { events, streamed } = eventsOf(pieces);
  const failed = failedAnswer(events, requestApi);
  if (failed || requestApi !== 'openai.chat') return failed;
  return readUnknownShape({ events, streamed }, options);
}

function readSent(pieces: readonly string[], options: ReadOptions): ModelResponse | null {
  const sent = parseServerSentEvents(joinPieces(pieces)).flatMap(withoutBlankLines);
  const done = sent.some((event) => event.data.trim() === '[DONE]');
  return readEvents(sent.map(eventData).filter(isRecord), { ...options, done });
}

function eventsOf(pieces: readonly string[]): { events: readonly JsonRecord[]; streamed: boolean } {
  const source = pieces.join('');
  if (!startsLikeJson(pieces))
    return {
      events: parseServerSentEvents(source).flatMap(withoutBlankLines).map(eventData).filter(isRecord),
      streamed: true,
    };
  const body = parseJson(source);
  if (body === undefined) return { events: parseJsonLines(source), streamed: true };
  return { events: records([body].flat()), streamed: false };
}

function readJson(
  source: string,
  options: ReadOptions,
  { requestApi, keepsWritten }: ResponseBody,
): ModelResponse | null {
  const parsed = parseJson(source);
  const body = keepsWritten === false ? parsed : asWritten(parsed, source);
  if (isRecord(body)) return readBody(body, options);
  // Gemini without `alt=sse` streams one JSON array with an event per element.
  if (Array.isArray(body)) return readEvents(records(body), options);
  return readEvents(parseJsonLines(source), options) ?? readCutBody(source, options, requestApi);
}

function readBody(body: JsonRecord, options: ReadOptions): ModelResponse | null {
  return WIRE_FORMATS.find((format) => format.isBody(body))?.readBody(body, options) ?? null;
}

/** The first events usually identify the format; the rest of a long stream is searched only when they do not. */
const BEGINNING = 50;

function readEvents(events: readonly JsonRecord[], options: ReadOptions & { done?: boolean }): ModelResponse | null {
  const recognizedFormat = formatOf(events.slice(0, BEGINNING)) ?? formatOf(events.slice(BEGINNING));
  return recognizedFormat?.readEvents(events, options) ?? null;
}

function formatOf(events: readonly JsonRecord[]): WireFormat | undefined {
  return WIRE_FORMATS.find((format) => events.some((event) => format.isEvent(event)));
}

/**
 * A frame begins with its length, below 2^24, so the first byte is 0, with which no text begins. For answers without a
 * content type.
 */
function beginsWithFrame(body: Body): boolean {
  if (typeof body === 'string') return false;
  const first = body instanceof Uint8Array ? body : body.find((chunk) => chunk.byteLength > 0);
  return first?.[0] === 0;
}

function startsLikeJson(pieces: readonly string[]): boolean {
  const first = pieces.find((piece) => /\S/.test(piece)) ?? '';
  return /^\s*[{[]/.test(first);
}

/**
 * A JSON body that was cut on its way: what had arrived is closed and read. When the mark of the format did not arrive
 * (keys may be in any order), the request identifies it, and a look-alike is rejected.
 */
function readCutBody(source: string, options: ReadOptions, requestApi?: ApiName): ModelResponse | null {
  const body = parseCutJson(source);
  const cut = { ...options, incomplete: true };
  if (Array.isArray(body)) return readEvents(records(wholeElements(source, body)), cut);
  if (!isRecord(body)) return null;
  const requestedFormat = isRecord(body.error) ? undefined : WIRE_FORMATS.find(({ api }) => api === requestApi);
  const requestedReading = requestedFormat?.readBody(body, cut);
  return requestedReading?.choices.some(({ parts }) => parts.length > 0)
    ? requestedReading
    : (readBody(body, cut) ?? requestedReading ?? null);
}

/** Half an event of a stream is dropped: what marks a text as a thought (`thought: true`) may come after the text. */
function wholeElements(source: string, elements: readonly unknown[]): readonly unknown[] {
  const allWhole = parseJson(`${source.replace(/[,\s]+$/, '')}]`) !== undefined;
  return allWhole ? elements : elements.slice(0, -1);
}

/**
 * Some proxies leave out the blank lines between events. When the joined data is not JSON but its first line is, each
 * line is an event.
 */
function withoutBlankLines(event: ServerSentEvent): ServerSentEvent[] {
  const end = event.data.indexOf('\n');
  if (end < 0 || parseJson(event.data) !== undefined || !isRecord(parseJson(event.data.slice(0, end)))) return [event];
  return event.data.split('\n').map((data) => ({ data }));
}

/**
 * Most formats repeat the event's name as `type`; where the data lacks it (Groq's `event: error`), the name is used.
 */
function eventData(event: { event?: string; data: string }): unknown {
  const data = parseJson(event.data);
  return isRecord(data) && data.type === undefined && event.event !== undefined ? { ...data, type: event.event } : data;
}

/**
 * One JSON value per line (NDJSON), as Ollama streams it: the records in order. Blank lines, a truncated last line, and
 * anything that is not an object are skipped.
 */
function parseJsonLines(source: string): JsonRecord[] {
  return source
    .split('\n')
    .filter((line) => line.trimStart().startsWith('{'))
    .map(parseJson)
    .filter(isRecord);
}
