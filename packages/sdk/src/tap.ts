/**
 * The tap on a response body: every chunk goes on to the caller as it came, when the caller asks for it; the tap keeps what passed.
 * No tee, so backpressure, cancel and errors stay those of the source. Second stage of the flow, after observed-fetch.ts.
 */

/** How a body ended. `abandoned`: nobody read on and the stream was garbage collected. */
export interface BodyEnd {
  how: 'complete' | 'cancelled' | 'failed' | 'abandoned';
  error?: unknown;
}

export interface Tap {
  keep(chunk: Uint8Array): void;
  /** Called exactly once. */
  finish(end: BodyEnd): void;
}

interface Abandonable {
  reader: ReadableStreamDefaultReader<Uint8Array>;
  finish(end: BodyEnd): void;
}

/** Without us, `fetch` frees the connection of a response nobody holds any more; since we hold its reader, we do it instead. */
const abandoned = new FinalizationRegistry<Abandonable>(({ reader, finish }) => {
  finish({ how: 'abandoned' });
  reader.cancel().catch(() => undefined);
});

/** `open` takes the source; before it, nothing has changed and the source can still be used as it is. */
export interface TappedBody {
  stream: ReadableStream<Uint8Array>;
  open(): void;
}

export function tapBody(body: ReadableStream<Uint8Array>, tap: Tap): TappedBody {
  const source: Source = { reader: null, tap: { keep: tap.keep, finish: once(tap.finish) } };
  const stream = isByteStream(body) ? byteStream(source) : chunkStream(source);
  return { stream, open: () => openSource(body, source, stream) };
}

interface Source {
  reader: ReadableStreamDefaultReader<Uint8Array> | null;
  tap: Tap;
}

function openSource(body: ReadableStream<Uint8Array>, source: Source, stream: ReadableStream<Uint8Array>): void {
  const reader = body.getReader();
  const { finish } = source.tap;
  source.reader = reader;
  source.tap.finish = (end) => {
    abandoned.unregister(reader);
    finish(end);
  };
  // An abort errors the source at once, whether or not the caller ever reads again.
  reader.closed.catch((error: unknown) => source.tap.finish({ how: 'failed', error }));
  abandoned.register(stream, { reader, finish }, reader);
}

function readerOf(source: Source): ReadableStreamDefaultReader<Uint8Array> {
  if (!source.reader) throw new Error('a tapped body was read before it was opened');
  return source.reader;
}

/** What `fetch` gives. Its `enqueue` takes the buffer away from us, so what is kept must be a copy. */
function byteStream(source: Source): ReadableStream<Uint8Array> {
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      const { done, value } = await readerOf(source).read();
      if (done) {
        source.tap.finish({ how: 'complete' });
        controller.close();
        controller.byobRequest?.respond(0);
        return;
      }
      source.tap.keep(value.slice());
      controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
    cancel(reason) {
      source.tap.finish({ how: 'cancelled' });
      return readerOf(source).cancel(reason);
    },
  });
}

/** What a hand-made `Response` gives: the very chunks, whatever they are. Asks for none before the caller does. */
function chunkStream(source: Source): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await readerOf(source).read();
        if (done) {
          source.tap.finish({ how: 'complete' });
          controller.close();
          return;
        }
        source.tap.keep(value);
        controller.enqueue(value);
      },
      cancel(reason) {
        source.tap.finish({ how: 'cancelled' });
        return readerOf(source).cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function isByteStream(body: ReadableStream<Uint8Array>): boolean {
  try {
    body.getReader({ mode: 'byob' }).releaseLock();
    return true;
  } catch {
    return false;
  }
}

function once(finish: (end: BodyEnd) => void): (end: BodyEnd) => void {
  let ended = false;
  return (end) => {
    if (ended) return;
    ended = true;
    finish(end);
  };
}
