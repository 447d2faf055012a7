/** One response body under watch: what is told of it, and the end that it has exactly once. Used by the taps and tapped-reader.ts. */
import { unreferenced } from './platform/platform.ts';

/** How a body ended. `abandoned`: nobody reads on, and what read it was garbage collected. */
export interface BodyEnd {
  how: 'complete' | 'cancelled' | 'failed' | 'abandoned';
  error?: unknown;
  /** All of it, where it was read as a text. */
  text?: string;
}

export interface Tap {
  /** The chunk is the caller's as soon as this returns: it may change, or its buffer may move elsewhere. */
  keep(chunk: Uint8Array): void;
  /** As `keep`, of a chunk that nobody changes until the end. */
  lend(chunk: Uint8Array): void;
  /** Called exactly once. */
  finish(end: BodyEnd): void;
}

export type Body = ReadableStream<Uint8Array>;

export class BodyWatch {
  readonly #tap: Tap;
  #ended = false;
  /** Not registered yet. */
  #holder: Holder | undefined;
  #isRegistered = false;

  constructor(tap: Tap) {
    this.#tap = tap;
  }

  keep(chunk: Uint8Array): void {
    this.#tap.keep(chunk);
  }

  lend(chunk: Uint8Array): void {
    this.#tap.lend(chunk);
  }

  end(end: BodyEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#holder = undefined;
    if (this.#isRegistered) abandoned.unregister(this);
    this.#tap.finish(end);
  }

  /**
   * `reading`: what the caller reads by. The connection may hold the body itself long after nobody can read it any more. `letGo` frees the
   * connection.
   */
  heldBy(reading: object, letGo?: () => Promise<unknown>): void {
    if (this.#ended) return;
    const isWaiting = this.#holder !== undefined;
    this.#holder = { reading, letGo };
    if (this.#isRegistered) this.register();
    else if (!isWaiting) registerLater(this);
  }

  register(): void {
    const holder = this.#holder;
    this.#holder = undefined;
    if (!holder) return;
    if (this.#isRegistered) abandoned.unregister(this);
    this.#isRegistered = true;
    abandoned.register(holder.reading, { watch: this, letGo: holder.letGo }, this);
  }
}

/** Puts a watch on a body or a response, where nobody else can see it. A weak map would do the same at many times the price. */
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

  /** It is there only once. */
  static takeFrom(target: object): BodyWatch | undefined {
    if (!(#watch in target)) return undefined;
    const watch = (target as Watched).#watch;
    (target as Watched).#watch = undefined;
    return watch;
  }
}

/** Whoever holds a body that was let go must not be held by us, so this is forgotten as soon as it is registered. */
interface Holder {
  reading: object;
  letGo: (() => Promise<unknown>) | undefined;
}

/** Most bodies have ended by then; registering costs more than all else that is done with a short one. */
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

/** `letGo` frees the connection, as `fetch` itself does for a body that nobody began to read. */
const abandoned = new FinalizationRegistry<{ watch: BodyWatch; letGo: Holder['letGo'] }>(({ watch, letGo }) => {
  watch.end({ how: 'abandoned' });
  letGo?.().catch(() => undefined);
});
