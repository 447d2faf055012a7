/** One response body under watch: what is told of it, and the end that it has exactly once. Used by tap.ts and tapped-reader.ts. */

/** How a body ended. `abandoned`: nobody reads on, and what read it was garbage collected. */
export interface BodyEnd {
  how: 'complete' | 'cancelled' | 'failed' | 'abandoned';
  error?: unknown;
}

export interface Tap {
  /** The chunk is the caller's as soon as this returns: it may change, or its buffer may move elsewhere. */
  keep(chunk: Uint8Array): void;
  /** Called exactly once. */
  finish(end: BodyEnd): void;
}

export type Body = ReadableStream<Uint8Array>;

export class BodyWatch {
  readonly keep: Tap['keep'];
  readonly #finish: Tap['finish'];
  #ended = false;

  constructor({ keep, finish }: Tap) {
    this.keep = keep;
    this.#finish = finish;
  }

  end(end: BodyEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    abandoned.unregister(this);
    this.#finish(end);
  }

  /** `holder`: what the caller reads by. The connection may hold the body itself long after nobody can read it any more. */
  heldBy(holder: object, letGo?: () => Promise<unknown>): void {
    abandoned.unregister(this);
    if (!this.#ended) abandoned.register(holder, { watch: this, letGo }, this);
  }
}

/** `letGo` frees the connection, as `fetch` itself does for a body that nobody began to read. */
const abandoned = new FinalizationRegistry<{ watch: BodyWatch; letGo: (() => Promise<unknown>) | undefined }>(
  ({ watch, letGo }) => {
    watch.end({ how: 'abandoned' });
    letGo?.().catch(() => undefined);
  },
);
