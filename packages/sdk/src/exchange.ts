/** One HTTP request and what came back, as the tap saw it: plain data that the recorder turns into spans later. */
import { context as otel, type Context } from '@opentelemetry/api';
import { now } from './clock.ts';
import { currentContext, mergeContext, type RunContext } from './context.ts';
import type { Mask } from './capture.ts';
import { rememberHeader, rememberUrl } from './credentials.ts';
import { KeptBody } from './kept-body.ts';
import { memoised } from './memoised.ts';
import type { SpanIds } from './whole-span.ts';

/** What was told of its answer while that streamed (snapshots.ts). */
export interface Snapshots extends SpanIds {
  /** Taken so far. */
  count: number;
  /** Of the last one: Unix milliseconds, and how much of the body had come. */
  at: number;
  bytes: number;
}

/** How an exchange ended. `cut`: the caller let go of the body without reading it, or the process ended. */
export type Outcome = 'complete' | 'abort' | 'timeout' | 'error' | 'cut';

/** What holds for everything one observed client sends. */
export interface Settings {
  run: RunContext;
  mask?: Mask;
  countTokens?: (text: string) => number;
}

export interface Exchange {
  /** What it is called between threads (crossing.ts). */
  id?: number;
  method: string;
  url: string;
  /** JSON text; bytes and `Request` objects are read when the recorder needs them. */
  requestBody: string | Uint8Array | Promise<string | undefined> | undefined;
  settings: Settings;
  /** Where the caller stood: its active span is the parent. */
  context: Context;
  /** Which attempt of one logical call this is, from 0; undefined when the client does not number them. */
  attempt: number | undefined;
  /** The client's own time limit in whole seconds, rounded down, as it says in its headers. */
  timeoutSeconds: number | undefined;
  /** Unix milliseconds, all of them. */
  startedAt: number;
  /** When the headers came. */
  answeredAt?: number;
  firstChunkAt?: number;
  endedAt?: number;
  status?: number;
  contentType?: string;
  /** Milliseconds the server asked to wait before another attempt. */
  retryAfterMs?: number;
  /** The server's own word on it: `true` or `false`. */
  shouldRetry?: string;
  /** Attempts of the same call that failed before this one, oldest first. */
  earlier: Exchange[];
  body: KeptBody;
  /** Of the body: what is kept, from its first byte on, and what came. */
  keptBytes: number;
  totalBytes: number;
  outcome?: Outcome;
  error?: unknown;
  /** What was told of it while it was under way. */
  snapshots?: Snapshots;
}

/** null when this can be no model call: then nothing of it is touched. */
export function openExchange(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  settings: Settings,
): Exchange | null {
  const request = input instanceof Request ? input : undefined;
  const url = request ? request.url : String(input);
  const method = (init?.method ?? request?.method ?? 'GET').toUpperCase();
  const requestBody = method === 'POST' ? readableBody(init, request) : undefined;
  if (requestBody === undefined && !isRetrieval({ method, url })) return null;
  rememberUrl(url);
  const { attempt, timeoutSeconds } = readHeaders(init?.headers ?? request?.headers);
  const run = currentContext();
  // With every field that will be written: one that comes later makes the engine copy the others.
  return {
    id: undefined,
    method,
    url,
    requestBody,
    settings: run ? { ...settings, run: mergeContext(settings.run, run) } : settings,
    context: otel.active(),
    attempt,
    timeoutSeconds,
    startedAt: now(),
    answeredAt: undefined,
    firstChunkAt: undefined,
    endedAt: undefined,
    status: undefined,
    contentType: undefined,
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

/** In one walk, and now: nobody keeps them, since the objects of one request's headers are more than all that is kept of a short call. */
function readHeaders(headers: RequestInit['headers']): Pick<Exchange, 'attempt' | 'timeoutSeconds'> {
  const read: Pick<Exchange, 'attempt' | 'timeoutSeconds'> = { attempt: undefined, timeoutSeconds: undefined };
  if (!headers) return read;
  // Clients hand over `Headers`; others are brought into their form.
  for (const [name, value] of headers instanceof Headers ? headers : new Headers(headers)) {
    if (name === 'x-stainless-retry-count') read.attempt = wholeNumber(value);
    else if (name === 'x-stainless-timeout') read.timeoutSeconds = wholeNumber(value);
    else rememberHeader(name, value);
  }
  return read;
}

/** `how`: copied, or without a copy, for who reads it whole: when the first of it came says nothing then. */
export function keepChunk(exchange: Exchange, chunk: Uint8Array, how: 'keep' | 'lend'): void {
  if (how === 'keep') exchange.firstChunkAt ??= now();
  // What is kept has no gaps, so nothing is kept behind a chunk that had no room.
  const gapless = exchange.keptBytes === exchange.totalBytes;
  exchange.totalBytes += chunk.byteLength;
  if (gapless && chunk instanceof Uint8Array && exchange.body[how](chunk)) exchange.keptBytes = exchange.totalBytes;
}

/** What the caller has read a body as; not of frames (a length, so 0 first), and not when some of it had no room. */
export function keepText(exchange: Exchange, text: string): void {
  const isFramed = text.charCodeAt(0) === 0;
  if (!isFramed && exchange.keptBytes === exchange.totalBytes) exchange.body.become(text);
}

/** A stored response of the OpenAI Responses API, fetched, polled or resumed. */
export function isRetrieval(exchange: Pick<Exchange, 'method' | 'url'>): boolean {
  return exchange.method === 'GET' && /\/responses\/[^/]+$/.test(exchange.url.split('?')[0] ?? '');
}

function readableBody(init: RequestInit | undefined, request: Request | undefined): Exchange['requestBody'] {
  const body = init?.body ?? undefined;
  if (typeof body === 'string') return startsLikeJson(body) ? body : undefined;
  if (body instanceof Uint8Array) return startsLikeJson(String.fromCharCode(body[0] ?? 0)) ? body : undefined;
  if (body !== undefined || !request?.body || request.bodyUsed) return undefined;
  if (!/\bjson\b/i.test(request.headers.get('content-type') ?? '')) return undefined;
  // The clone reads beside the request, which stays unread for fetch.
  return request
    .clone()
    .text()
    .catch(() => undefined);
}

function startsLikeJson(text: string): boolean {
  return text.startsWith('{') || /^\s*\{/.test(text.slice(0, 100));
}

const wholeNumber = memoised((text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined));
