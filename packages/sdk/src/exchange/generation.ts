/** Reads and attributes the bytes of one exchange. Pure: the ledger knows the trace, generation-span.ts creates the span. */
import {
  attribute,
  isModelPath,
  readRequest,
  readResponse,
  usageOfChoice,
  type AttributedResponse,
  type AttributeOptions,
  type ModelRequest,
  type ModelResponse,
} from '@subtext/reasoning';
import { cutWhole } from '../privacy/content.ts';
import type { Exchange, Settings } from './exchange.ts';
import { parseJson } from '../platform/json.ts';
import { memoized } from '../platform/memoized.ts';

export interface Generation {
  exchange: Exchange;
  /** null when the request was not readable; the response is then read without it. */
  request: ModelRequest | null;
  /** null when there was none: an HTTP error, a lost connection, an abort before the first event. */
  response: ModelResponse | null;
  /** One for each choice. */
  attributed: AttributedResponse[];
  streamed: boolean;
  incompleteReason?: IncompleteReason;
  failure?: Failure;
}

/** `length`: a token limit. `cut`: the body ended without a finish reason. */
export type IncompleteReason = 'abort' | 'error' | 'timeout' | 'length' | 'cut';

export interface Failure {
  /** HTTP status, the provider's error code, or the name of the error. */
  type: string;
  message?: string;
}

/** Neither a broken connection nor a success: the server answered and said nothing. */
const EMPTY: Failure = { type: 'empty', message: 'The answer was empty.' };

const LENGTH_REASONS = new Set([
  'length',
  'max_tokens',
  'max_output_tokens',
  'MAX_TOKENS',
  'budget_exceeded',
  'model_length',
  'model_context_window_exceeded',
]);

/** Returns null when this was not a model call. */
export function readGeneration(
  exchange: Exchange,
  request: ModelRequest | null,
  before: AttributeOptions,
): Generation | null {
  const streamed =
    /event-?stream|ndjson/.test(exchange.contentType ?? '') ||
    (request?.stream === true && (exchange.status === undefined || isList(exchange)));
  const failed = exchange.status === undefined || exchange.status >= 400;
  const response = failed ? null : readBody(exchange, request, streamed);
  if (!response && !isModelCall(exchange, request, failed)) return null;
  const generation: Generation = {
    exchange,
    request,
    response,
    attributed: attributeChoices(response, before, exchange.settings),
    streamed,
  };
  const incompleteReason = findIncompleteReason(exchange, response);
  if (incompleteReason) generation.incompleteReason = incompleteReason;
  const failure = failureOf(exchange, response);
  if (failure) generation.failure = failure;
  return generation;
}

/**
 * Without a readable answer the request decides. After a failure, the path of any model API is enough. A complete
 * answer in an unknown shape also needs JSON content or none at all, a model name, and the path of the request's own
 * format, since many other requests look like one.
 */
function isModelCall(exchange: Exchange, request: ModelRequest | null, failed: boolean): boolean {
  const { outcome, url, contentType } = exchange;
  if (request === null) return false;
  if (outcome !== 'complete' || failed) return isModelPath(urlPath(url));
  const isAnswer = /json/.test(contentType ?? '') || isEmpty(exchange);
  return isAnswer && request.model !== undefined && isModelPath(urlPath(url), request.api);
}

/** The answer ended properly and held nothing: no byte, an empty list, or a stream without a whole event. */
function isEmpty({ outcome, status, body, contentType, keptBytes, totalBytes }: Exchange): boolean {
  if (outcome !== 'complete' || status !== 200 || keptBytes < totalBytes) return false;
  if (totalBytes === 0) return true;
  const text = decodeBody(body.content());
  if (/event-?stream/.test(contentType ?? '')) return !/^data:.*\S.*[\r\n]/m.test(text);
  return /^\s*(?:\[\s*\]\s*)?$/.test(text);
}

/** Gemini streams one JSON array with one element per event, unless server-sent events are requested. */
function isList({ body }: Exchange): boolean {
  const content = body.content();
  const beginning = typeof content === 'string' ? content : new TextDecoder().decode(content[0]?.subarray(0, 64));
  return beginning.slice(0, 64).trimStart().startsWith('[');
}

export const urlPath = memoized((url) => URL.parse(url, 'http://localhost')?.pathname ?? '');

/** null when the body of the request is not readable. */
export function requestOf(exchange: Exchange): ModelRequest | null {
  return readRequest(parsedRequest(exchange), urlPath(exchange.url));
}

/** undefined when it is not JSON. */
export function parsedRequest({ requestBody }: Exchange): unknown {
  const text = requestBody instanceof Uint8Array ? new TextDecoder().decode(requestBody) : requestBody;
  return typeof text === 'string' && text !== '' ? parseJson(text) : undefined;
}

function decodeBody(pieces: string | readonly Uint8Array[]): string {
  if (typeof pieces === 'string') return pieces;
  const decoder = new TextDecoder();
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
}

interface ErrorBody {
  error?: { message?: unknown } | string;
  message?: unknown;
}

/** The provider's message in the body of an HTTP error. */
export function errorMessageOf(exchange: Exchange): string | undefined {
  const text = decodeBody(exchange.body.content());
  try {
    const parsed = JSON.parse(text) as unknown;
    // For requests whose answer is a list, Google's error is a list, too.
    const body = (Array.isArray(parsed) ? parsed[0] : parsed) as ErrorBody;
    const message = typeof body.error === 'string' ? body.error : (body.error?.message ?? body.message);
    return typeof message === 'string' ? message : undefined;
  } catch {
    return text.trim() === '' ? undefined : cutWhole(text, 1_000);
  }
}

function readBody(exchange: Exchange, request: ModelRequest | null, streamed: boolean): ModelResponse | null {
  const body = {
    contentType: exchange.contentType ?? null,
    body: exchange.body.content(),
    keepsWritten: false,
    ...(request?.model && { requestModel: request.model }),
    ...(request && { requestApi: request.api }),
  };
  const broken = exchange.outcome !== 'complete' || exchange.keptBytes < exchange.totalBytes;
  // Some clients stop reading right after a stream's last event: the events then show that it is complete.
  const whole = !broken || streamed ? readResponse(body) : null;
  return broken && (!whole || whole.incomplete) ? readResponse({ ...body, incomplete: true }) : whole;
}

/** `before`: what earlier responses carry over to this one. */
function attributeChoices(
  response: ModelResponse | null,
  before: AttributeOptions,
  { countTokens }: Settings,
): AttributedResponse[] {
  const { choices = [], continues } = response ?? {};
  const usage = usageOfChoice(response?.usage, choices.length);
  const options = { ...(usage && { usage }), ...(continues && { continues }), ...(countTokens && { countTokens }) };
  return choices.map((choice) => attribute(choice.parts, { ...before, ...options }));
}

function findIncompleteReason(exchange: Exchange, response: ModelResponse | null): IncompleteReason | undefined {
  const { outcome } = exchange;
  if (response && !response.incomplete) return undefined;
  if (response?.error) return 'error';
  if (outcome !== undefined && outcome !== 'complete') return outcome;
  if (!response) return isCutList(exchange) ? 'cut' : undefined;
  return finishReasonsOf(response).some((reason) => LENGTH_REASONS.has(reason)) ? 'length' : 'cut';
}

/** A list that does not end, and in which no element is whole: the reader finds no answer in it. */
function isCutList(exchange: Exchange): boolean {
  return isList(exchange) && !/\]\s*$/.test(decodeBody(exchange.body.content()));
}

/** The finish reasons of the choices that report one. */
export function finishReasonsOf(response: ModelResponse | null): string[] {
  if (!response) return [];
  const { choices, finishReason } = response;
  const own = choices.flatMap((choice) => choice.finishReason ?? []);
  return own.length > 0 ? own : finishReason === undefined ? [] : [finishReason];
}

export function failureOf(exchange: Exchange, response: Pick<ModelResponse, 'error'> | null): Failure | undefined {
  if (response?.error) return { type: response.error.type ?? 'error', message: response.error.message };
  const { status, outcome, error } = exchange;
  if (status !== undefined && status >= 400) {
    const message = errorMessageOf(exchange);
    return { type: String(status), ...(message !== undefined && { message }) };
  }
  if (outcome === 'timeout') return { type: 'timeout' };
  if (!response && isEmpty(exchange)) return EMPTY;
  if (outcome !== 'error') return undefined;
  return error instanceof Error ? { type: error.name, message: error.message } : { type: 'error' };
}
