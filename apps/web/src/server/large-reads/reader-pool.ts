/** A pool of idle readers. The queues (read-queues.ts) limit how many run at once. */
import type { IncomingMessage } from 'node:http';
import { ReaderProcess, type ReaderOptions } from './reader-process.ts';
import type { ReadRequest } from './reader-protocol.ts';

/** A reader that is idle for this long ends, because it holds memory and connections. */
const IDLE_MS = 60_000;

export interface ReaderUse<Result> {
  signal: AbortSignal;
  /** Takes the whole body, or ends early, which ends the reader. */
  take: (response: IncomingMessage) => Promise<Result>;
}

export class ReaderPool {
  #options: ReaderOptions;
  #idle = new Map<ReaderProcess, NodeJS.Timeout>();
  #all = new Set<ReaderProcess>();

  constructor(options: ReaderOptions) {
    this.#options = options;
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
    this.#idle.set(reader, setTimeout(() => this.#end(reader), IDLE_MS).unref());
  }

  #end(reader: ReaderProcess): void {
    clearTimeout(this.#idle.get(reader));
    this.#idle.delete(reader);
    this.#all.delete(reader);
    reader.kill();
  }
}
