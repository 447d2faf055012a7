/**
 * The seam: a `fetch` that does what the given one does, and lets a recorder see model calls pass. First stage of the flow.
 * The request goes out as it is, and the response that comes back is the caller's; only its body is watched.
 */
import { now } from './clock.ts';
import { keepChunk, keepText, openExchange, type Exchange, type Outcome, type Settings } from './exchange.ts';
import { lastLineWatch } from './last-line.ts';
import { memoised } from './memoised.ts';
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
  // The runtime's own calls no other; of whoever else's nobody knows.
  const send: Fetch = isNodes(inner) ? inner : (input, init) => underObservation.run(true, () => inner(input, init));
  const open = (input: Parameters<Fetch>[0], init: RequestInit | undefined): Exchange | null => {
    try {
      const exchange = openExchange(input, init, settings);
      if (exchange) recording.started(exchange);
      return exchange;
    } catch (error) {
      tellFailure('see a request', error);
      return null;
    }
  };
  const observedFetch: Fetch = (input, init) => {
    const exchange = underObservation.getStore() ? null : open(input, init);
    if (!exchange) return inner(input, init);
    return send(input, init).then(
      (response) => {
        try {
          return tapResponse(response, exchange, recording);
        } catch (error) {
          tellFailure('tap a response', error);
          guarded('give a response up', () => end(exchange, recording, CUT));
          return response;
        }
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

function isNodes(fetch: Fetch): boolean {
  return Function.prototype.toString.call(fetch).includes("'internal/deps/undici");
}

/** Never a model's answer, whatever was asked for: speech, pictures, error pages of proxies. */
const OTHER_CONTENT = /^(?:audio|image|video|font)\/|html|\b(?:zip|pdf)\b/i;
const isOtherContent = memoised((contentType) => OTHER_CONTENT.test(contentType));
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
  if (!body || isOtherContent(exchange.contentType ?? '')) {
    end(exchange, recording, COMPLETE);
    return response;
  }
  const tap = new ExchangeTap(exchange, recording);
  const canTap = canBeTapped(body);
  if (!canTap && isNodeStream(body)) {
    tapNodeStream(body, tap);
    return response;
  }
  if (!isTappable(body, status)) {
    tell('foreign response', () => FOREIGN_RESPONSE);
    end(exchange, recording, CUT);
    return response;
  }
  if (canTap && tapWhole(response, tap)) return response;
  if (!canTap || !readsByMethods(response)) return rebuilt(response, tapAround(body, tap));
  tapBody(body, tap);
  return response;
}

/** Writes into the exchange what is read of its answer. One object: closures for each call would be most of what is kept of a short one. */
class ExchangeTap implements Tap {
  readonly #exchange: Exchange;
  readonly #recording: Recording;
  readonly #isLast: ReturnType<typeof lastLineWatch>;

  constructor(exchange: Exchange, recording: Recording) {
    this.#exchange = exchange;
    this.#recording = recording;
    this.#isLast = lastLineWatch(exchange.contentType);
  }

  keep(chunk: Uint8Array): void {
    this.#take(chunk, 'keep');
  }

  lend(chunk: Uint8Array): void {
    this.#take(chunk, 'lend');
  }

  finish(bodyEnd: BodyEnd): void {
    const exchange = this.#exchange;
    if (exchange.outcome !== undefined) return;
    try {
      if (bodyEnd.text !== undefined) keepText(exchange, bodyEnd.text);
      end(exchange, this.#recording, outcomeOf(exchange, bodyEnd));
    } catch (error) {
      tellFailure('end an exchange', error);
    }
  }

  #take(chunk: Uint8Array, how: 'keep' | 'lend'): void {
    if (this.#exchange.outcome !== undefined) return;
    try {
      keepChunk(this.#exchange, chunk, how);
      if (this.#isLast?.(chunk)) end(this.#exchange, this.#recording, COMPLETE);
    } catch (error) {
      tellFailure('keep a chunk', error);
    }
  }
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

interface Ended {
  outcome: Outcome;
  error?: unknown;
}

const COMPLETE: Ended = { outcome: 'complete' };
const CUT: Ended = { outcome: 'cut' };

function end(exchange: Exchange, recording: Recording, { outcome, error }: Ended): void {
  if (exchange.outcome !== undefined) return;
  exchange.endedAt = now();
  exchange.outcome = outcome;
  exchange.error = error;
  recording.ended(exchange);
}

function outcomeOf(exchange: Exchange, end: BodyEnd): Ended {
  switch (end.how) {
    case 'complete':
      return COMPLETE;
    case 'cancelled':
      return { outcome: 'abort' };
    case 'abandoned':
      return CUT;
    case 'failed':
      return failureOf(exchange, end.error);
  }
}

/** Clients abort the same way whether their user or their clock said so; the limit they announce tells the two apart. */
function failureOf(exchange: Exchange, error: unknown): Ended {
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
