/**
 * One document that is read once for all clients that requested it at the same time. Its pieces wait in a window until
 * the slowest client has taken them. While the window is full nothing more is read, so neither the reader nor the
 * database works for a client that takes nothing.
 */

/** The memory of a document in this process, for any number of clients. */
const WINDOW_BYTES = 8 * 1024 ** 2;

export interface DocumentTimes {
  /** A client that reads nothing for this long while the window is full is disconnected. */
  stallMs: number;
  /** No document is sent for longer. */
  mostMs: number;
}

export interface DocumentReader {
  /** The next piece; undefined after the last one, and after leaving. @throws what ended the document early. */
  next(): Promise<Uint8Array | undefined>;
  leave(): void;
}

interface Position {
  /** Number of the piece that it takes next. */
  at: number;
  tookAt: number;
  /** Why it gets no more. */
  dropped?: string;
}

const TOOK_NOTHING = 'The client took nothing of the document for too long.';
const TOOK_TOO_LONG = 'The document took longer than a document may take.';

export class SharedDocument {
  #times: DocumentTimes;
  #window: Uint8Array[] = [];
  #windowBytes = 0;
  /** The number of pieces that all clients have read and that were removed. */
  #gone = 0;
  #positions = new Set<Position>();
  #end: { error?: unknown } | undefined;
  #waiting = new Set<() => void>();
  #canceled = new AbortController();

  constructor(times: DocumentTimes) {
    this.#times = times;
  }

  /** Aborts when the last reader leaves before the end. */
  get signal(): AbortSignal {
    return this.#canceled.signal;
  }

  /** True if a client that joins now gets the whole of it. */
  get isJoinable(): boolean {
    return this.#gone === 0 && !this.#canceled.signal.aborted && this.#end?.error === undefined;
  }

  join(): DocumentReader {
    const position: Position = { at: 0, tookAt: performance.now() };
    this.#positions.add(position);
    return { next: () => this.#next(position), leave: () => this.#remove(position) };
  }

  /**
   * Reads pieces while there is room. Resolves when all clients have read all of them, or left.
   * @throws the error that ends the pieces early, after the clients got it.
   */
  async fill(pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const deadline = setTimeout(() => this.#drop(TOOK_TOO_LONG), this.#times.mostMs);
    try {
      for await (const piece of pieces) {
        this.#window.push(piece);
        this.#windowBytes += piece.length;
        this.#notify();
        await this.#hasLessThan(WINDOW_BYTES);
        if (this.#canceled.signal.aborted) break;
      }
      this.#end ??= {};
      this.#notify();
      await this.#hasLessThan(1);
    } catch (error) {
      this.fail(error);
      throw error;
    } finally {
      clearTimeout(deadline);
    }
  }

  fail(error: unknown): void {
    this.#end ??= { error };
    this.#notify();
  }

  async #next(position: Position): Promise<Uint8Array | undefined> {
    while (this.#positions.has(position) && !this.#pieceAt(position) && !this.#end) await this.#changed();
    if (position.dropped !== undefined) throw new Error(position.dropped);
    if (!this.#positions.has(position)) return undefined;
    const piece = this.#pieceAt(position);
    if (!piece) {
      this.#remove(position);
      if (this.#end?.error !== undefined) throw this.#end.error;
      return undefined;
    }
    position.at += 1;
    position.tookAt = performance.now();
    this.#forgetTaken();
    return piece;
  }

  #pieceAt({ at }: Position): Uint8Array | undefined {
    return this.#window[at - this.#gone];
  }

  /** Resolves when fewer than `bytes` are unsent, or when no reader is left. */
  async #hasLessThan(bytes: number): Promise<void> {
    while (this.#windowBytes >= bytes && this.#positions.size > 0) {
      const stall = setTimeout(() => this.#drop(TOOK_NOTHING, this.#isStalled), this.#times.stallMs);
      await this.#changed();
      clearTimeout(stall);
    }
  }

  #isStalled = ({ at, tookAt }: Position): boolean =>
    at === this.#gone && performance.now() - tookAt >= this.#times.stallMs - 1;

  #drop(why: string, isDropped: (position: Position) => boolean = () => true): void {
    for (const position of [...this.#positions].filter(isDropped)) {
      position.dropped = why;
      this.#remove(position);
    }
  }

  #remove(position: Position): void {
    if (!this.#positions.delete(position)) return;
    if (this.#positions.size === 0 && !this.#end) this.#canceled.abort();
    this.#forgetTaken();
    this.#notify();
  }

  #forgetTaken(): void {
    const taken = Math.min(this.#window.length, ...[...this.#positions].map(({ at }) => at - this.#gone));
    if (taken === 0) return;
    for (const { length } of this.#window.splice(0, taken)) this.#windowBytes -= length;
    this.#gone += taken;
    this.#notify();
  }

  #notify(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }
}
