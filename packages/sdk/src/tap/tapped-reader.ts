/**
 * The reader and the iterator of a tapped body. They look like the native ones behind them, and report each chunk,
 * before the caller gets it, and the end to the watch. Created by tap.ts.
 */
import type { ReadableStreamReadResult } from 'node:stream/web';
import type { Body, BodyWatch } from './body-watch.ts';

/** Either kind of reader; `read` of a BYOB reader takes a view, which is passed on. */
type Reader = ReadableStreamDefaultReader<Uint8Array>;
export interface Iterator {
  next(): Promise<Result>;
  return(value?: unknown): Promise<Result>;
}
type Result = ReadableStreamReadResult<Uint8Array>;

/**
 * The native object must not reference the tapped one, whose garbage collection shows that reading stopped. So the
 * shared state is a separate object.
 */
interface Lock {
  released: boolean;
}

export class TappedReader {
  readonly #native: Reader;
  readonly #body: Body;
  readonly #watch: BodyWatch;
  readonly #lock: Lock = { released: false };
  readonly #tell: (result: Result) => void;

  constructor(native: Reader, body: Body, watch: BodyWatch) {
    const lock = this.#lock;
    this.#native = native;
    this.#body = body;
    this.#watch = watch;
    this.#tell = (result) => reportChunk(watch, result);
    // Rejects as soon as the body fails, even when the caller never reads again. A body that is available at once
    // (created from text) closes when its last chunk is taken, before the promise of that chunk resolves: the end then
    // waits for it.
    native.closed.then(
      () => queueMicrotask(() => watch.end({ how: 'complete' })),
      (error: unknown) => lock.released || watch.end({ how: 'failed', error }),
    );
    watch.trackHolder(this, () => native.cancel());
  }

  get closed(): Reader['closed'] {
    return this.#native.closed;
  }

  read(...view: []): Promise<Result> {
    const result = this.#native.read(...view);
    result.then(this.#tell, ignore);
    return result;
  }

  cancel(...reason: unknown[]): Promise<void> {
    if (!this.#lock.released) this.#watch.end({ how: 'cancelled' });
    return this.#native.cancel(...reason);
  }

  releaseLock(): void {
    if (!this.#lock.released) this.#watch.trackHolder(this.#body);
    this.#lock.released = true;
    this.#native.releaseLock();
  }

  [Symbol.for('nodejs.util.inspect.custom')](_depth: number, options: unknown, inspect: Inspect): string {
    return inspect(this.#native, options);
  }
}

type Inspect = (value: unknown, options: unknown) => string;

export class TappedIterator {
  readonly #native: Iterator;
  readonly #watch: BodyWatch;
  /** The body that stays open for another reader after `return` (`preventCancel`). */
  readonly #kept: Body | undefined;
  readonly #tell: (result: Result) => void;
  readonly #fail: (error: unknown) => void;
  #returned = false;

  constructor(native: Iterator, watch: BodyWatch, kept: Body | undefined) {
    this.#native = native;
    this.#watch = watch;
    this.#kept = kept;
    this.#tell = (result) => reportChunk(watch, result);
    this.#fail = (error) => watch.end({ how: 'failed', error });
    watch.trackHolder(this, () => native.return());
  }

  next(): Promise<Result> {
    const result = this.#native.next();
    if (!this.#returned) result.then(this.#tell, this.#fail);
    return result;
  }

  return(...value: unknown[]): Promise<Result> {
    this.#returned = true;
    if (this.#kept) this.#watch.trackHolder(this.#kept);
    else this.#watch.end({ how: 'cancelled' });
    return this.#native.return(...value);
  }
}

/** The caller gets the native promise; this handler was attached to it first. */
function reportChunk(watch: BodyWatch, result: Result): void {
  // A BYOB reader may return the last bytes together with the end.
  if (result.value !== undefined && result.value.byteLength !== 0) watch.keep(result.value);
  if (result.done) watch.end({ how: 'complete' });
}

/** The caller has the same promise and handles its failure. */
function ignore(): void {}

/** Constructors, by native prototype, of objects with the tapped methods in front of the native prototype. */
const disguises = new Map<unknown, () => void>();

/** Creates a tapped reader or iterator whose prototype chain ends in the native one. */
export function disguised<Native extends object, Arguments extends unknown[]>(
  Tapped: new (native: Native, ...given: Arguments) => TappedReader | TappedIterator,
  native: Native,
  ...given: Arguments
): Native {
  const behind = Object.getPrototypeOf(native) as object;
  let disguise = disguises.get(behind);
  if (!disguise) {
    disguise = function () {};
    const methods = Object.getOwnPropertyDescriptors(Tapped.prototype as object);
    disguise.prototype = passAs(Object.create(behind, methods) as object, behind);
    disguises.set(behind, disguise);
  }
  return Reflect.construct(Tapped, [native, ...given], disguise) as Native;
}

/** Makes inspection of the object (constructor, property names) give the same results as for a native one. */
export function passAs<Tapped extends object>(tapped: Tapped, native: object): Tapped {
  // The inherited `constructor` becomes visible.
  Reflect.deleteProperty(tapped, 'constructor');
  for (const name of Reflect.ownKeys(tapped)) {
    const { enumerable = false } = Object.getOwnPropertyDescriptor(native, name) ?? {};
    Object.defineProperty(tapped, name, { enumerable });
  }
  return tapped;
}
