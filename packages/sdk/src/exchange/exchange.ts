/** One HTTP request and its response as the tap observed them: plain data that the recorder turns into spans later. */
import { isSpanContextValid, trace, type Context, type SpanContext } from '@opentelemetry/api';
import { now } from '../platform/clock.ts';
import { currentContext, earlyParent, mergeContext, type RunContext } from './context.ts';
import type { PrivacySettings } from '../privacy/capture.ts';
import { rememberHeader, rememberUrl } from '../privacy/credentials.ts';
import { KeptBody } from './kept-body.ts';
import { isLoneModelCall } from './lone-model-call.ts';
import { memoized } from '../platform/memoized.ts';
import { activeContext } from '../platform/otel-context.ts';
import { taskForm } from './task-form.ts';

/** The snapshots sent while the answer streamed (snapshots.ts). */
export interface Snapshots {
  /** The ids of the span, the same in all its reports. `traceId` is used when the span is a root. */
  traceId: string;
  spanId: string;
  /** The number of snapshots so far. */
  count: number;
  /** The last snapshot: Unix milliseconds, and the bytes of the body by then. */
  at: number;
  bytes: number;
}

/** How an exchange ended. `cut`: the caller dropped the body without reading it, or the process ended. */
export type Outcome = 'complete' | 'abort' | 'timeout' | 'error' | 'cut';

/** The settings of one observed client. */
export interface Settings extends PrivacySettings {
  run: RunContext;
  countTokens?: (text: string) => number;
}

export interface Exchange {
  /** Its id in messages between threads (thread-messages.ts). */
  id?: number;
  method: string;
  url: string;
  /** JSON text, or bytes. The body of a `Request` object is a promise. */
  requestBody: string | Uint8Array | Promise<string | undefined> | undefined;
  settings: Settings;
  /** The caller's OpenTelemetry context: its active span is the parent. */
  context: Context;
  /** The number of this attempt of one logical call, from 0; undefined when the client does not number them. */
  attempt: number | undefined;
  /** The client's own timeout in whole seconds, rounded down, from its headers. */
  timeoutSeconds: number | undefined;
  /** Unix milliseconds, like the times below. */
  startedAt: number;
  /** When the response headers arrived. */
  answeredAt?: number;
  firstChunkAt?: number;
  endedAt?: number;
  status?: number;
  contentType?: string;
  /** Milliseconds that the server requested before a retry. */
  retryAfterMs?: number;
  /** Bedrock counts the tokens of an embedding's input in a header. */
  inputTokens?: number;
  /** The answer was given from a recording (fork/): the provider was not asked. */
  isReplayed?: boolean;
  /** The server's `x-should-retry` header: `true` or `false`. */
  shouldRetry?: string;
  /** Failed attempts of the same call, oldest first. */
  earlier: Exchange[];
  body: KeptBody;
  /** Bytes of the body that are kept (from its start), and bytes that arrived. */
  keptBytes: number;
  totalBytes: number;
  outcome?: Outcome;
  error?: unknown;
  /** The snapshots sent so far. */
  snapshots?: Snapshots;
}

/** Receives the start and end of an exchange; reads it later. */
export interface Recording {
  started(exchange: Exchange): void;
  ended(exchange: Exchange): void;
  /** Runs a job when the caller's current code is done. */
  later?(job: () => void): void;
}

/** When a request was made, and the scope of its caller. */
export interface RequestScope {
  startedAt: number;
  context: Context;
  run: RunContext | undefined;
}

export function currentScope(): RequestScope {
  return { startedAt: now(), context: activeContext(), run: currentContext() };
}

/** Returns null, and reads nothing, when this cannot be a model call. */
export function openExchange(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  settings: Settings,
): Exchange | null {
  const request = input instanceof Request ? input : undefined;
  const url = request ? request.url : String(input);
  const method = (init?.method ?? request?.method ?? 'GET').toUpperCase();
  const requestBody = method === 'POST' ? (readableBody(init, request) ?? taskForm(url, init)) : undefined;
  if (requestBody === undefined && !isRetrieval({ method, url })) return null;
  return createExchange({ method, url, requestBody, ...readHeaders(init?.headers ?? request?.headers) }, settings);
}

type Sent = Pick<Exchange, 'method' | 'url' | 'requestBody'> & Partial<Pick<Exchange, 'attempt' | 'timeoutSeconds'>>;

/** The exchange of a request; by default of one that is sent now, in the caller's context. */
export function createExchange(
  { method, url, requestBody, attempt, timeoutSeconds }: Sent,
  settings: Settings,
  { startedAt, context, run }: RequestScope = currentScope(),
): Exchange {
  rememberUrl(url);
  // All fields are declared here: adding one later makes the engine copy the object.
  return {
    id: undefined,
    method,
    url,
    requestBody,
    settings: run ? { ...settings, run: mergeContext(settings.run, run) } : settings,
    context,
    attempt,
    timeoutSeconds,
    startedAt,
    answeredAt: undefined,
    firstChunkAt: undefined,
    endedAt: undefined,
    status: undefined,
    contentType: undefined,
    inputTokens: undefined,
    isReplayed: undefined,
    retryAfterMs: undefined,
    shouldRetry: undefined,
    earlier: [],
    body: new KeptBody(),
    keptBytes: 0,
    totalBytes: 0,
    outcome: undefined,
    error: undefined,
    snapshots: undefined,
  };
}

/**
 * Reads the headers once and does not keep them: the header objects of a request are larger than everything else that
 * is kept of a short call.
 */
export function readHeaders(headers: RequestInit['headers']): Pick<Exchange, 'attempt' | 'timeoutSeconds'> {
  const read: Pick<Exchange, 'attempt' | 'timeoutSeconds'> = { attempt: undefined, timeoutSeconds: undefined };
  if (!headers) return read;
  // `Headers` are slow to make, and lists do not need them.
  const isList = headers instanceof Headers || Array.isArray(headers);
  for (const [field, content] of isList ? headers : new Headers(headers)) {
    const [name, value] = [String(field).toLowerCase(), String(content)];
    if (name === 'x-stainless-retry-count') read.attempt = wholeNumber(value);
    else if (name === 'x-stainless-timeout') read.timeoutSeconds = wholeNumber(value);
    else rememberHeader(name, value);
  }
  return read;
}

/**
 * `how`: with or without a copy. A chunk without a copy belongs to a body that is read whole, where the time of the
 * first chunk means nothing.
 */
export function keepChunk(exchange: Exchange, chunk: Uint8Array, how: 'keep' | 'keepReference'): void {
  if (how === 'keep') exchange.firstChunkAt ??= now();
  // The kept bytes have no gaps: after one chunk without room nothing more is kept.
  const gapless = exchange.keptBytes === exchange.totalBytes;
  exchange.totalBytes += chunk.byteLength;
  if (gapless && chunk instanceof Uint8Array && exchange.body[how](chunk)) exchange.keptBytes = exchange.totalBytes;
}

/** For bodies whose size says enough. */
export function countChunk(exchange: Exchange, chunk: Uint8Array): void {
  exchange.firstChunkAt ??= now();
  exchange.totalBytes += chunk.byteLength;
}

/**
 * Keeps the text that the caller read the body as. Not for framed bodies (they start with a length, so with 0), and not
 * when chunks are missing.
 */
export function keepText(exchange: Exchange, text: string): void {
  const isFramed = text.charCodeAt(0) === 0;
  if (!isFramed && exchange.keptBytes === exchange.totalBytes) exchange.body.replaceWithText(text);
}

/** The span that was active in the caller, and that the call is a part of. */
export function activeSpan(exchange: Pick<Exchange, 'context' | 'settings'>): SpanContext | undefined {
  const span = trace.getSpan(exchange.context);
  const active = span && !isLoneModelCall(span) ? span.spanContext() : undefined;
  return active && isSpanContextValid(active) ? active : earlyParent(exchange.settings.run)?.span;
}

/** True for a stored response of the OpenAI Responses API that is fetched, polled or resumed. */
export function isRetrieval(exchange: Pick<Exchange, 'method' | 'url'>): boolean {
  return exchange.method === 'GET' && /\/responses\/[^/]+$/.test(exchange.url.split('?')[0] ?? '');
}

function readableBody(init: RequestInit | undefined, request: Request | undefined): Exchange['requestBody'] {
  const body = init?.body ?? undefined;
  if (typeof body === 'string' || body instanceof Uint8Array) return jsonBody(body);
  if (body !== undefined || !request?.body || request.bodyUsed) return undefined;
  if (!/\bjson\b/i.test(request.headers.get('content-type') ?? '')) return undefined;
  // The clone is read separately; the request stays unread for fetch.
  return request
    .clone()
    .text()
    .catch(() => undefined);
}

/** The body of a request, or undefined when it cannot be JSON. */
export function jsonBody<Body extends string | Uint8Array>(body: Body): Body | undefined {
  return startsLikeJson(typeof body === 'string' ? body : String.fromCharCode(body[0] ?? 0)) ? body : undefined;
}

function startsLikeJson(text: string): boolean {
  return text.startsWith('{') || /^\s*\{/.test(text.slice(0, 100));
}

const wholeNumber = memoized((text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined));
