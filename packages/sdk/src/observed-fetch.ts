/**
 * The seam: a `fetch` that does what the given one does, and lets a recorder see model calls pass. First stage of the flow.
 * The request goes out as it is, and the response that comes back is the caller's; only its body is watched.
 */
import { now } from './clock.ts';
import { keepChunk, keepText, openExchange, type Exchange, type Outcome, type Settings } from './exchange.ts';
import { lastLineWatch } from './last-line.ts';
import { createStorage } from './platform/node.ts';
import type { AsyncStorage } from './platform/platform.ts';
import { guarded, tell, tellFailure } from './report.ts';
import { canBeTapped, tapAround, tapBody, type Body, type BodyEnd, type PassThrough, type Tap } from './tap.ts';
import { tapWhole } from './tap-response.ts';
import { isNodeStream, tapNodeStream } from './tap-node-stream.ts';

export type Fetch = typeof globalThis.fetch;

/** What happens to an exchange: told as it happens, read later. */
export interface Recording {
  started(exchange: Exchange): void;
  ended(exchange: Exchange): void;
}

interface Shared {
  /** Every observed fetch and what it observes, so that observing twice never counts twice. */
  observed: WeakMap<Fetch, Fetch>;
  /** Set while an observed fetch runs the one below it: a second observed one further down stays quiet. */
  underObservation: AsyncStorage<true>;
}

/** One for all copies of the SDK in a process: a bundler makes one of its own beside that of `--import`, and they must not count twice. */
const SHARED: unique symbol = Symbol.for('@subtext/sdk observed fetches');
const place = globalThis as { [SHARED]?: Shared };
const { observed, underObservation } = (place[SHARED] ??= {
  observed: new WeakMap(),
  underObservation: createStorage(),
});

/** The fetch below our observation, or the given one when it is not observed. */
export function unobserved(fetch: Fetch): Fetch {
  return observed.get(fetch) ?? fetch;
}

export function createObservedFetch(fetch: Fetch, settings: Settings, recording: Recording): Fetch {
  const inner = unobserved(fetch);
  const observedFetch: Fetch = (input, init) => {
    const exchange = underObservation.getStore()
      ? null
      : guarded('see a request', () => {
          const opened = openExchange(input, init, settings);
          if (opened) recording.started(opened);
          return opened;
        });
    if (!exchange) return inner(input, init);
    return underObservation
      .run(true, () => inner(input, init))
      .then(
        (response) => {
          const tapped = guarded('tap a response', () => tapResponse(response, exchange, recording));
          if (!tapped) guarded('give a response up', () => end(exchange, recording, { outcome: 'cut' }));
          return tapped ?? response;
        },
        (error: unknown) => {
          guarded('see a request fail', () => end(exchange, recording, failureOf(exchange, error)));
          throw error;
        },
      );
  };
  // What hangs on a fetch stays there: clients look for its `Response`, and ask the network when it is missing.
  Object.setPrototypeOf(observedFetch, inner);
  observed.set(observedFetch, inner);
  return observedFetch;
}

/** Never a model's answer, whatever was asked for: speech, pictures, error pages of proxies. */
const OTHER_CONTENT = /^(?:audio|image|video|font)\/|html|\b(?:zip|pdf)\b/i;
const FOREIGN_RESPONSE =
  'This fetch gives responses without a web stream, so they cannot be observed. Use the fetch of Node, or one of undici.';

function tapResponse(response: Response, exchange: Exchange, recording: Recording): Response {
  // Each look at a response costs, so there is one at each field.
  const { status, headers, body } = response;
  exchange.status = status;
  exchange.answeredAt = now();
  exchange.contentType = headers.get('content-type') ?? undefined;
  if (status < 200 || status > 299) {
    exchange.retryAfterMs = retryAfter(headers);
    exchange.shouldRetry = headers.get('x-should-retry') ?? undefined;
  }
  if (!body || OTHER_CONTENT.test(exchange.contentType ?? '')) {
    end(exchange, recording, { outcome: 'complete' });
    return response;
  }
  const tap = tapFor(exchange, recording);
  const canTap = canBeTapped(body);
  if (!canTap && isNodeStream(body)) {
    tapNodeStream(body, tap);
    return response;
  }
  if (!isTappable(body, status)) {
    tell('foreign response', () => FOREIGN_RESPONSE);
    end(exchange, recording, { outcome: 'cut' });
    return response;
  }
  if (canTap && tapWhole(response, tap)) return response;
  if (!canTap || !readsByMethods(response)) return rebuilt(response, tapAround(body, tap));
  tapBody(body, tap);
  return response;
}

function tapFor(exchange: Exchange, recording: Recording): Tap {
  const isLast = lastLineWatch(exchange.contentType);
  const keep = (chunk: Uint8Array, how: 'keep' | 'lend') => {
    if (exchange.outcome !== undefined) return;
    keepChunk(exchange, chunk, how);
    if (isLast?.(chunk)) end(exchange, recording, { outcome: 'complete' });
  };
  const finish = (bodyEnd: BodyEnd) => {
    if (exchange.outcome !== undefined) return;
    if (bodyEnd.text !== undefined) keepText(exchange, bodyEnd.text);
    end(exchange, recording, outcomeOf(exchange, bodyEnd));
  };
  const guardedKeep = (chunk: Uint8Array, how: 'keep' | 'lend') => {
    try {
      keep(chunk, how);
    } catch (error) {
      tellFailure('keep a chunk', error);
    }
  };
  return {
    keep: (chunk) => guardedKeep(chunk, 'keep'),
    lend: (chunk) => guardedKeep(chunk, 'lend'),
    finish: (bodyEnd) => void guarded('end an exchange', () => finish(bodyEnd)),
  };
}

function isTappable(body: Body, status: number): boolean {
  return typeof body.getReader === 'function' && !body.locked && status >= 200 && status <= 599;
}

const askedOnce = new WeakMap<typeof Response, boolean>();

/** Node's `Response` reads and clones its body by the body's own methods, so a watched body sees all. Other kinds are asked once. */
function readsByMethods(response: Response): boolean {
  const Constructor = response.constructor as typeof Response;
  const known = askedOnce.get(Constructor);
  if (known !== undefined) return known;
  const called = new Set<string>();
  for (const [method, use] of [['getReader', 'text'] as const, ['tee', 'clone'] as const]) {
    const probe = new Constructor('probe');
    const body = probe.body as ReadableStream;
    const native = body[method].bind(body) as () => unknown;
    Object.defineProperty(body, method, { value: () => (called.add(method), native()) });
    void probe[use]();
  }
  askedOnce.set(Constructor, called.size === 2);
  return called.size === 2;
}

/** Where the runtime reads bodies past their methods: a response around a stream of ours. */
function rebuilt(response: Response, { stream, release }: PassThrough): Response {
  const { status, statusText, headers } = response;
  const Constructor = response.constructor as typeof Response;
  try {
    return withNetworkFields(new Constructor(stream, { status, statusText, headers }), response);
  } catch (error) {
    release();
    throw error;
  }
}

/** `new Response` forgets what only the network knows: those fields, and what `clone()` makes, are carried over. */
function withNetworkFields(target: Response, source: Response): Response {
  const { url, redirected, type } = source;
  const clone = () => withNetworkFields(Object.getPrototypeOf(target).clone.call(target) as Response, source);
  for (const [name, value] of Object.entries({ url, redirected, type, clone })) {
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }
  return target;
}

function end(exchange: Exchange, recording: Recording, how: { outcome: Outcome; error?: unknown }): void {
  if (exchange.outcome !== undefined) return;
  exchange.endedAt = now();
  Object.assign(exchange, how);
  recording.ended(exchange);
}

function outcomeOf(exchange: Exchange, end: BodyEnd): { outcome: Outcome; error?: unknown } {
  switch (end.how) {
    case 'complete':
      return { outcome: 'complete' };
    case 'cancelled':
      return { outcome: 'abort' };
    case 'abandoned':
      return { outcome: 'cut' };
    case 'failed':
      return failureOf(exchange, end.error);
  }
}

/** Clients abort the same way whether their user or their clock said so; the limit they announce tells the two apart. */
function failureOf(exchange: Exchange, error: unknown): { outcome: Outcome; error?: unknown } {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'TimeoutError' || /timed? ?out/i.test(causeText(error))) return { outcome: 'timeout', error };
  if (name !== 'AbortError') return { outcome: 'error', error };
  return { outcome: reachedTimeout(exchange) ? 'timeout' : 'abort', error };
}

/** The announced limit is rounded down to seconds. It holds until the answer is there: a stream that has begun runs on. */
function reachedTimeout(exchange: Exchange): boolean {
  const { timeoutSeconds: limit, status, contentType, startedAt } = exchange;
  if (limit === undefined || (status !== undefined && /event-?stream/.test(contentType ?? ''))) return false;
  return now() - startedAt >= limit * 1000 - 10;
}

function causeText(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return `${String(error)} ${cause instanceof Error ? `${cause.name} ${cause.message}` : ''}`;
}

function retryAfter(headers: Headers): number | undefined {
  const milliseconds = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (milliseconds >= 0) return milliseconds;
  const seconds = Number.parseFloat(headers.get('retry-after') ?? '');
  return seconds >= 0 ? seconds * 1000 : undefined;
}
