/**
 * The tap for response bodies: the caller keeps the body that `fetch` created, and only its read methods are observed.
 * So bytes, order, backpressure, cancel and errors are those of the source. Second stage of the flow, after
 * observed-fetch.ts.
 */
import type {
  ReadableStreamAsyncIterator,
  ReadableWritablePair,
  StreamPipeOptions,
  UnderlyingSource,
} from 'node:stream/web';
import { BodyWatch, Watched, type Body, type Tap } from './body-watch.ts';
import { disguised, passAs, TappedIterator, TappedReader, type Iterator } from './tapped-reader.ts';

export type { Body, BodyEnd, Tap } from './body-watch.ts';

/** Watches an unread body: all later reads by its methods are observed. */
export function tapBody(body: Body, tap: Tap): void {
  watchBody(body, new BodyWatch(tap));
}

export function watchBody(body: Body, watch: BodyWatch): void {
  new Watched(body, watch);
  Object.setPrototypeOf(body, tappedPrototype());
  watch.trackHolder(body);
}

let prototype: Body | undefined;

/** Created on demand, since Node loads its streams on demand. */
function tappedPrototype(): Body {
  return (prototype ??= tappedStream().prototype);
}

/** Overrides all methods that read a body. A locked body fails as usual. */
function tappedStream(): { prototype: Body } {
  class TappedStream extends ReadableStream<Uint8Array> {
    override getReader(options?: object): never {
      const native = super.getReader(options as undefined) as ReadableStreamDefaultReader<Uint8Array>;
      return disguised(TappedReader, native, this, watchOf(this)) as never;
    }

    override values(options?: { preventCancel?: boolean }): ReadableStreamAsyncIterator<Uint8Array> {
      const native = super.values(options) as Iterator & ReadableStreamAsyncIterator<Uint8Array>;
      const kept = options?.preventCancel === true ? this : undefined;
      return disguised(TappedIterator, native, watchOf(this), kept);
    }

    override [Symbol.asyncIterator]() {
      return this.values();
    }

    override cancel(reason?: unknown) {
      if (!this.locked) watchOf(this).end({ how: isCollection(reason) ? 'abandoned' : 'cancelled' });
      return super.cancel(reason);
    }

    override tee() {
      return this.locked ? super.tee() : throughMethods(this).stream.tee();
    }

    override pipeTo(destination: WritableStream<Uint8Array>, options?: StreamPipeOptions) {
      if (this.locked) return super.pipeTo(destination, options);
      const { stream, release } = throughMethods(this);
      return stream.pipeTo(destination, options).finally(release);
    }

    override pipeThrough<T>(pair: ReadableWritablePair<T, Uint8Array>, options?: StreamPipeOptions): ReadableStream<T> {
      if (this.locked || pair.writable.locked) return super.pipeThrough(pair, options);
      return throughMethods(this).stream.pipeThrough(pair, options);
    }
  }
  passAs(TappedStream.prototype, ReadableStream.prototype);
  return TappedStream;
}

function watchOf(body: Body): BodyWatch {
  const watch = Watched.watchOf(body);
  if (!watch) throw new TypeError('Illegal invocation');
  return watch;
}

function throughMethods(body: Body): PassThrough {
  return passThrough(body, () => body.getReader());
}

/** The reason with which Node's `fetch` cancels the body of a garbage-collected response. */
function isCollection(reason: unknown): boolean {
  return typeof reason === 'string' && reason.includes('garbage collected');
}

export interface PassThrough {
  stream: Body;
  /** Unlocks the body for the next reader. */
  release(): void;
}

/**
 * For bodies that cannot be watched in place: a stream around the body with the same chunks, errors and backpressure.
 */
export function tapAround(body: Body, tap: Tap): PassThrough {
  const watch = new BodyWatch(tap);
  return passThrough(body, () => new TappedReader(body.getReader(), body, watch));
}

/** True for unmodified streams of this runtime. */
export function canBeTapped(body: Body): boolean {
  return Object.getPrototypeOf(body) === ReadableStream.prototype;
}

/** For code that reads inside the runtime, without methods. Pulls a chunk only when one is requested. */
function passThrough(body: Body, read: () => Pick<TappedReader, 'read' | 'cancel' | 'releaseLock'>): PassThrough {
  const type = isByteStream(body) ? { type: 'bytes' as const } : {};
  const reader = read();
  const source = {
    ...type,
    async pull(controller: ReadableByteStreamController | ReadableStreamDefaultController<Uint8Array>) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value as Uint8Array<ArrayBuffer>);
      controller.close();
      if ('byobRequest' in controller) controller.byobRequest?.respond(0);
    },
    cancel: (reason: unknown) => reader.cancel(reason),
  };
  const stream = new ReadableStream(source as UnderlyingSource<Uint8Array>, { highWaterMark: 0 });
  return { stream, release: () => reader.releaseLock() };
}

function isByteStream(body: Body): boolean {
  try {
    ReadableStream.prototype.getReader.call(body, { mode: 'byob' }).releaseLock();
    return true;
  } catch {
    return false;
  }
}
