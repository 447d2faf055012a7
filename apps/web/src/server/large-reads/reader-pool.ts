/**
 * A pool of idle readers. The queues (read-queues.ts) limit how many run at once. One is kept, because starting it takes
 * longer than most reads.
 */
import type { IncomingMessage } from 'node:http';
import { ReaderProcess, type ReaderOptions } from './reader-process.ts';
import type { ReadRequest } from './reader-protocol.ts';

/** A further reader that is idle for this long ends, because it holds about 120 MB. */
const IDLE_MS = 60_000;

export interface ReaderUse<Result> {
  signal: AbortSignal;
  /** Takes the whole body, or ends early, which ends the reader. */
  take: (response: IncomingMessage) => Promise<Result>;
}

export class ReaderPool {
  #options: ReaderOptions;
  /** The one that is kept has no timer. */
  #idle = new Map<ReaderProcess, NodeJS.Timeout | undefined>();
  #all = new Set<ReaderProcess>();

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Starts the reader that is kept, so that the first read does not wait for it. */
  prepare(): void {
    if (this.#all.size === 0) this.#rest(this.#start());
  }

  /** Process ids of the readers that are running. */
  get processIds(): number[] {
    return [...this.#all].flatMap(({ processId }) => processId ?? []);
  }

  /** @throws what `ask` of a reader or `take` throws; the reader is gone then. */
  async use<Result>(read: ReadRequest, { signal, take }: ReaderUse<Result>): Promise<Result> {
    const reader = this.#free() ?? this.#start();
    try {
      const response = await reader.ask(read, signal);
      const result = await take(response);
      if (response.complete && !signal.aborted) this.#rest(reader);
      else this.#end(reader);
      return result;
    } catch (error) {
      this.#end(reader);
      throw error;
    }
  }

  close(): void {
    for (const reader of this.#all) this.#end(reader);
  }

  #free(): ReaderProcess | undefined {
    for (const [reader, idle] of this.#idle) {
      clearTimeout(idle);
      this.#idle.delete(reader);
      if (!reader.hasEnded) return reader;
      this.#all.delete(reader);
    }
    return undefined;
  }

  #start(): ReaderProcess {
    const reader = new ReaderProcess(this.#options);
    this.#all.add(reader);
    return reader;
  }

  #rest(reader: ReaderProcess): void {
    const isKept = [...this.#idle.values()].includes(undefined);
    this.#idle.set(reader, isKept ? setTimeout(() => this.#end(reader), IDLE_MS).unref() : undefined);
  }

  #end(reader: ReaderProcess): void {
    clearTimeout(this.#idle.get(reader));
    this.#idle.delete(reader);
    this.#all.delete(reader);
    reader.kill();
  }
}
