/**
 * A `fetch` that behaves like the given one and reports model calls to a recorder. The request is sent unchanged, and
 * the response is the caller's own; only its body is watched. First stage of the flow.
 */
import { openExchange, type Exchange, type Recording, type Settings } from '../exchange/exchange.ts';
import { COMPLETE, CUT, endExchange, ExchangeTap, failureOf, noteAnswer } from './exchange-tap.ts';
import { activeFork } from '../fork/forking.ts';
import { createStorage } from '../platform/node.ts';
import type { AsyncStorage } from '../platform/platform.ts';
import { guarded, report, reportFailure } from '../platform/report.ts';
import { canBeTapped, tapAround, tapBody, type Body, type PassThrough, type Tap } from './tap.ts';
import { tapWhole } from './tap-response.ts';
import { isNodeStream, tapNodeStream } from './tap-node-stream.ts';

export type Fetch = typeof globalThis.fetch;

interface Shared {
  /** Every observed fetch and the fetch below it, so that observing twice does not count twice. */
  observed: WeakMap<Fetch, Fetch>;
  /** Set while an observed fetch calls the one below it: what that one sends is not observed again. */
  underObservation: AsyncStorage<true | OneRequest>;
  /** The exchanges of observed fetches that wait for an answer. Present when the transports are observed, too. */
  awaiting?: Set<Exchange>;
}

/** The request that the runtime's own fetch is about to send: exactly one. */
interface OneRequest {
  url: string;
  isSent: boolean;
}

/**
 * Shared by all copies of the SDK in a process: a bundle contains its own copy beside that of `--import`, and they must
 * not count twice.
 */
const SHARED: unique symbol = Symbol.for('@subtext/sdk observed fetches');
const globals = globalThis as { [SHARED]?: Shared };
const shared = (globals[SHARED] ??= { observed: new WeakMap(), underObservation: createStorage() });
const { observed, underObservation } = shared;

/** The fetch below the observation, or the given one when it is not observed. */
export function unobserved(fetch: Fetch): Fetch {
  return observed.get(fetch) ?? fetch;
}

/** A request that is no model call. */
export interface OtherRequest {
  input: Parameters<Fetch>[0];
  init: RequestInit | undefined;
  settings: Settings;
}

/** Returns what makes the tap for the body of the answer, when that is observed. */
export type WatchOther = (request: OtherRequest) => (() => Tap) | undefined;

export interface FetchRecording extends Recording {
  watchOther?: WatchOther;
}

function watchOther(watch: WatchOther, request: OtherRequest): (() => Tap) | undefined {
  return guarded('see a request', () => watch(request));
}

function tapOther(response: Response, createTap: () => Tap): Response {
  if (response.status !== 200) return response;
  return guarded('tap a response', () => tapBodyOf(response, createTap())) ?? response;
}

export function createObservedFetch(fetch: Fetch, settings: Settings, recording: FetchRecording): Fetch {
  const inner = unobserved(fetch);
  const isNative = isNodes(inner);
  const send = (exchange: Exchange, ...parameters: Parameters<Fetch>): ReturnType<Fetch> => {
    // The runtime's own fetch calls no other fetch; any other one may.
    if (isNative && !shared.awaiting) return inner(...parameters);
    shared.awaiting?.add(exchange);
    return underObservation.run(isNative ? { url: exchange.url, isSent: false } : true, () => inner(...parameters));
  };
  const open = (input: Parameters<Fetch>[0], init: RequestInit | undefined): Exchange | null => {
    try {
      const exchange = openExchange(input, init, settings);
      if (exchange) activeFork()?.link(exchange);
      if (exchange) recording.started(exchange);
      return exchange;
    } catch (error) {
      reportFailure('see a request', error);
      return null;
    }
  };
  const observedFetch: Fetch = (input, init) => {
    if (isInsideObservedFetch()) return inner(input, init);
    const watched = recording.watchOther && watchOther(recording.watchOther, { input, init, settings });
    if (watched) return inner(input, init).then((response) => tapOther(response, watched));
    const exchange = open(input, init);
    if (!exchange) return inner(input, init);
    return recordedOr(exchange, () => send(exchange, input, init)).then(
      (response) => {
        shared.awaiting?.delete(exchange);
        try {
          return tapResponse(response, exchange, recording);
        } catch (error) {
          reportFailure('tap a response', error);
          guarded('give a response up', () => endExchange(exchange, recording, CUT));
          return response;
        }
      },
      (error: unknown) => {
        shared.awaiting?.delete(exchange);
        guarded('see a request fail', () => endExchange(exchange, recording, failureOf(exchange, error)));
        throw error;
      },
    );
  };
  // Properties of a fetch stay available: clients look for its `Response`, and probe the network when it is missing.
  Object.setPrototypeOf(observedFetch, inner);
  observed.set(observedFetch, inner);
  return observedFetch;
}

/** In a fork the answer may come from a recording; else the request is sent. */
function recordedOr(exchange: Exchange, send: () => Promise<Response>): Promise<Response> {
  const fork = activeFork();
  return fork ? fork.answer(exchange).then((given) => given ?? send()) : send();
}

/**
 * The exchanges of observed fetches that wait for an answer, for the taps of the transports below them. Undefined for
 * all but the first caller, so that all copies of the SDK in a process observe the transports once.
 */
export function awaitingFetches(): ReadonlySet<Exchange> | undefined {
  if (shared.awaiting) return undefined;
  return (shared.awaiting = new Set());
}

/** True inside a fetch that is observed, and that is not the runtime's own. */
export function isInsideObservedFetch(): boolean {
  return underObservation.getStore() === true;
}

/** True for a request of undici that an observed fetch sends from this async context. */
export function isSentByObservedFetch(path: string): boolean {
  const sending = underObservation.getStore();
  if (sending === undefined || sending === true) return sending === true;
  // The context also reaches later requests: those of the callbacks of a connection that this fetch has opened.
  if (sending.isSent || !sending.url.endsWith(path)) return false;
  sending.isSent = true;
  return true;
}

function isNodes(fetch: Fetch): boolean {
  return Function.prototype.toString.call(fetch).includes("'internal/deps/undici");
}

const FOREIGN_RESPONSE =
  'This fetch gives responses without a web stream, so they cannot be observed. Use the fetch of Node, or one of undici.';

function tapResponse(response: Response, exchange: Exchange, recording: Recording): Response {
  // Reading fields of a response is slow, so each is read once.
  const { status, headers, body } = response;
  const mayBeRead = noteAnswer(exchange, status, (name) => headers.get(name) ?? undefined);
  if (!body || !mayBeRead) {
    endExchange(exchange, recording, COMPLETE);
    return response;
  }
  const tapped = tapBodyOf(response, new ExchangeTap(exchange, recording));
  if (!tapped) endExchange(exchange, recording, CUT);
  return tapped ?? response;
}

/** Returns the response to pass on; undefined when its body cannot be observed. */
function tapBodyOf(response: Response, tap: Tap): Response | undefined {
  const { body, status } = response;
  if (!body) return undefined;
  const canTap = canBeTapped(body);
  if (!canTap && isNodeStream(body)) {
    tapNodeStream(body, tap);
    return response;
  }
  if (!isTappable(body, status)) {
    report('foreign response', () => FOREIGN_RESPONSE);
    return undefined;
  }
  if (canTap && tapWhole(response, tap)) return response;
  if (!canTap || !readsByMethods(response)) return rebuilt(response, tapAround(body, tap));
  tapBody(body, tap);
  return response;
}

function isTappable(body: Body, status: number): boolean {
  return typeof body.getReader === 'function' && !body.locked && status >= 200 && status <= 599;
}

const probedConstructors = new WeakMap<typeof Response, boolean>();

/**
 * Node's `Response` reads and clones its body by the body's own methods, so watching the body is enough. Other classes
 * are probed once.
 */
function readsByMethods(response: Response): boolean {
  const Constructor = response.constructor as typeof Response;
  const probed = probedConstructors.get(Constructor);
  if (probed !== undefined) return probed;
  const called = new Set<string>();
  for (const [method, use] of [['getReader', 'text'] as const, ['tee', 'clone'] as const]) {
    const probe = new Constructor('probe');
    const body = probe.body as ReadableStream;
    const native = body[method].bind(body) as () => unknown;
    Object.defineProperty(body, method, { value: () => (called.add(method), native()) });
    void probe[use]();
  }
  probedConstructors.set(Constructor, called.size === 2);
  return called.size === 2;
}

/** For runtimes that read bodies without their methods: a new response around a pass-through stream. */
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

/** `new Response` loses the fields that only the network sets; those fields, and those of `clone()`, are copied. */
function withNetworkFields(target: Response, source: Response): Response {
  const { url, redirected, type } = source;
  const clone = () => withNetworkFields(Object.getPrototypeOf(target).clone.call(target) as Response, source);
  for (const [name, value] of Object.entries({ url, redirected, type, clone })) {
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }
  return target;
}
