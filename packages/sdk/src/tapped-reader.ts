/**
 * What a caller reads a tapped body by: a reader or an iterator with the face of the native one behind it. It tells the watch of each
 * chunk, before the caller has it, and of the end. Made by tap.ts.
 */
import type { ReadableStreamReadResult } from 'node:stream/web';
import type { Body, BodyWatch } from './body-watch.ts';

/** Of either kind; they differ in what `read` takes, which is handed on as it is. */
type Reader = ReadableStreamDefaultReader<Uint8Array>;
export interface Iterator {
  next(): Promise<Result>;
  return(value?: unknown): Promise<Result>;
}
type Result = ReadableStreamReadResult<Uint8Array>;

/** What the native object can reach must not reach ours: its collection tells that nobody reads on. */
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
    this.#tell = (result) => told(watch, result);
    // Rejects at once when the body fails, whether or not the caller ever reads again. A body that was there at once (made of a text) is
    // closed as its last chunk is taken, before the promise of that chunk resolves: then the end waits for it.
    native.closed.then(
      () => queueMicrotask(() => watch.end({ how: 'complete' })),
      (error: unknown) => lock.released || watch.end({ how: 'failed', error }),
    );
    watch.heldBy(this, () => native.cancel());
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
    if (!this.#lock.released) this.#watch.heldBy(this.#body);
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
  /** When `return` leaves the body open, for another reader. */
  readonly #kept: Body | undefined;
  readonly #tell: (result: Result) => void;
  readonly #fail: (error: unknown) => void;
  #returned = false;

  constructor(native: Iterator, watch: BodyWatch, kept: Body | undefined) {
    this.#native = native;
    this.#watch = watch;
    this.#kept = kept;
    this.#tell = (result) => told(watch, result);
    this.#fail = (error) => watch.end({ how: 'failed', error });
    watch.heldBy(this, () => native.return());
  }

  next(): Promise<Result> {
    const result = this.#native.next();
    if (!this.#returned) result.then(this.#tell, this.#fail);
    return result;
  }

  return(...value: unknown[]): Promise<Result> {
    this.#returned = true;
    if (this.#kept) this.#watch.heldBy(this.#kept);
    else this.#watch.end({ how: 'cancelled' });
    return this.#native.return(...value);
  }
}

/** Whoever reads gets the native promise, and we are the first to hear of it. */
function told(watch: BodyWatch, result: Result): void {
  // A reader into the caller's own buffer may get the last bytes together with the end.
  if (result.value !== undefined && result.value.byteLength !== 0) watch.keep(result.value);
  if (result.done) watch.end({ how: 'complete' });
}

/** The promise is the caller's, and its failure, too. */
function ignore(): void {}

/** What makes objects with the methods of ours before those of a native object, so that the one passes as the other; by that one's prototype. */
const disguises = new Map<unknown, () => void>();

/** A reader or iterator of ours, with the prototypes of the native one behind its own methods. */
export function disguised<Native extends object, Given extends unknown[]>(
  Tapped: new (native: Native, ...given: Given) => TappedReader | TappedIterator,
  native: Native,
  ...given: Given
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

/** Who asks an object what it is, or lists what it has, gets the answer of a bare one. */
export function passAs<Tapped extends object>(tapped: Tapped, native: object): Tapped {
  // The inherited one stays.
  Reflect.deleteProperty(tapped, 'constructor');
  for (const name of Reflect.ownKeys(tapped)) {
    const { enumerable = false } = Object.getOwnPropertyDescriptor(native, name) ?? {};
    Object.defineProperty(tapped, name, { enumerable });
  }
  return tapped;
}
