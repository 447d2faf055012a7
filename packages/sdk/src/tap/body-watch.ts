/**
 * Watches one response body: passes its chunks to a tap and reports its end exactly once. Used by the taps and
 * tapped-reader.ts.
 */
import { unreferenced } from '../platform/platform.ts';

/** How a body ended. `abandoned`: the reader was garbage collected before the end. */
export interface BodyEnd {
  how: 'complete' | 'cancelled' | 'failed' | 'abandoned';
  error?: unknown;
  /** The whole body, when the caller read it as text. */
  text?: string;
}

export interface Tap {
  /** Copies the chunk: the caller may change it, or transfer its buffer, as soon as this returns. */
  keep(chunk: Uint8Array): void;
  /** Keeps the chunk without a copy. Only for chunks that do not change until the body ends. */
  keepReference(chunk: Uint8Array): void;
  /** Called exactly once. */
  finish(end: BodyEnd): void;
}

export type Body = ReadableStream<Uint8Array>;

export class BodyWatch {
  readonly #tap: Tap;
  #ended = false;
  /** The holder that is not registered with the FinalizationRegistry yet. */
  #holder: Holder | undefined;
  #isRegistered = false;

  constructor(tap: Tap) {
    this.#tap = tap;
  }

  keep(chunk: Uint8Array): void {
    this.#tap.keep(chunk);
  }

  keepReference(chunk: Uint8Array): void {
    this.#tap.keepReference(chunk);
  }

  end(end: BodyEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#holder = undefined;
    if (this.#isRegistered) abandoned.unregister(this);
    this.#tap.finish(end);
  }

  /**
   * `reading`: the object through which the caller reads. (The connection may hold the body itself long after its last
   * reader is gone.) `releaseConnection` cancels the native reader.
   */
  trackHolder(reading: object, releaseConnection?: () => Promise<unknown>): void {
    if (this.#ended) return;
    const isWaiting = this.#holder !== undefined;
    this.#holder = { reading, releaseConnection };
    if (this.#isRegistered) this.register();
    else if (!isWaiting) registerLater(this);
  }

  register(): void {
    const holder = this.#holder;
    this.#holder = undefined;
    if (!holder) return;
    if (this.#isRegistered) abandoned.unregister(this);
    this.#isRegistered = true;
    abandoned.register(holder.reading, { watch: this, releaseConnection: holder.releaseConnection }, this);
  }
}

/**
 * Attaches a watch to a body or a response as a private field, which other code cannot see. A WeakMap would do the same
 * and is several times slower.
 */
export class Watched extends (function (target: object) {
  return target;
} as unknown as new (target: object) => object) {
  #watch: BodyWatch | undefined;

  constructor(target: object, watch: BodyWatch) {
    super(target);
    this.#watch = watch;
  }

  static watchOf(target: object): BodyWatch | undefined {
    return #watch in target ? (target as Watched).#watch : undefined;
  }

  /** Removes the watch, so that only the first caller gets it. */
  static takeFrom(target: object): BodyWatch | undefined {
    if (!(#watch in target)) return undefined;
    const watch = (target as Watched).#watch;
    (target as Watched).#watch = undefined;
    return watch;
  }
}

/** The registry must not hold the reader strongly, so this is cleared as soon as it is registered. */
interface Holder {
  reading: object;
  releaseConnection: (() => Promise<unknown>) | undefined;
}

/** Most bodies end before this. Registering costs more than everything else that is done with a short body. */
const REGISTER_AFTER_MS = 100;
const MAX_FRESH = 1_000;
let fresh: BodyWatch[] = [];

function registerLater(watch: BodyWatch): void {
  const count = fresh.push(watch);
  if (count === 1) unreferenced(setTimeout(registerFresh, REGISTER_AFTER_MS));
  else if (count >= MAX_FRESH) registerFresh();
}

function registerFresh(): void {
  const watches = fresh;
  fresh = [];
  for (const watch of watches) watch.register();
}

/** `releaseConnection` frees the connection, as `fetch` itself does for a body that was never read. */
const abandoned = new FinalizationRegistry<{ watch: BodyWatch; releaseConnection: Holder['releaseConnection'] }>(
  ({ watch, releaseConnection }) => {
    watch.end({ how: 'abandoned' });
    releaseConnection?.().catch(() => undefined);
  },
);
