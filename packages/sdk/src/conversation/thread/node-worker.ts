/**
 * Starts ledger-thread.ts in a Node thread and connects to it. The thread inherits none of the process's start options
 * and does not keep the process alive. Where it cannot be started (bundlers do not include its file), the work stays in
 * the caller's thread.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MessagePort, Worker } from 'node:worker_threads';
import type { FromHost, LedgerQuery, ToHost, Transfer } from './thread-messages.ts';
import { environment } from '../../platform/node.ts';
import type { Link, LinkEvents, OpenLink, Progress } from './link.ts';
import type { TracingOptions } from '../../emit/export/provider.ts';

/** The thread reads bodies of many MB. */
const MAX_HEAP_MB = 512;
const MAX_YOUNG_MB = 16;
/**
 * The file in the published package, and in the source. The names are unique, because in a bundle the files beside this
 * code are the application's.
 */
const FILES = ['./subtext-ledger-thread.cjs', './ledger-thread.ts'];

/** Runtimes that resemble Node but have different threads. */
const OTHERS = ['bun', 'deno', 'electron'];

/** The `workerData` of ledger-thread.ts. */
export interface ThreadStart {
  settings: TracingOptions;
  answers: MessagePort;
  shared: SharedMemory;
}

/** Both threads can read it at any time, even while one of them is blocked. */
export interface SharedMemory {
  /** Counters at `ANSWERS_GIVEN`, `CALLS_READ` and `SPANS_WAITING`. */
  counts: Int32Array<SharedArrayBuffer>;
  /** One number: when the process ends, in Unix milliseconds, or `NO_DEADLINE`. */
  deadline: Float64Array<SharedArrayBuffer>;
}

export const ANSWERS_GIVEN = 0;
export const CALLS_READ = 1;
export const SPANS_WAITING = 2;
export const NO_DEADLINE = 0;

export interface NumberedQuery {
  question: LedgerQuery;
  number: number;
}

export interface NumberedAnswer {
  answer: unknown;
  number: number;
}

type Threads = typeof import('node:worker_threads');

export const openLink: OpenLink = async (settings, events) => {
  const file = threadFile();
  // Loaded on demand: an application without need for a thread does not load the module.
  const threads = process.getBuiltinModule?.('node:worker_threads') as Threads | undefined;
  if (!file || !threads || OTHERS.some((name) => name in process.versions)) return undefined;
  const link = new ThreadLink(threads, { file, settings });
  return (await link.listen(events)) ? link : undefined;
};

function threadFile(): string | undefined {
  try {
    return FILES.map((name) => fileURLToPath(new URL(name, import.meta.url))).find((path) => existsSync(path));
  } catch {
    return undefined; // a bundle may have no file URL
  }
}

class ThreadLink implements Link {
  readonly #threads: Threads;
  readonly #worker: Worker;
  readonly #answers: MessagePort;
  readonly #shared: SharedMemory = {
    counts: new Int32Array(new SharedArrayBuffer(12)),
    deadline: new Float64Array(new SharedArrayBuffer(8)),
  };
  #lastNumber = 0;
  #ended = false;

  constructor(threads: Threads, { file, settings }: { file: string; settings: TracingOptions }) {
    const { port1, port2 } = new threads.MessageChannel();
    this.#threads = threads;
    this.#answers = port1;
    const start: ThreadStart = { settings, answers: port2, shared: this.#shared };
    this.#worker = new threads.Worker(file, {
      workerData: start,
      transferList: [port2],
      name: 'subtext',
      execArgv: [],
      // NODE_OPTIONS would preload the application's modules in this thread, too.
      env: { ...environment(), NODE_OPTIONS: '' },
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    });
  }

  /** Resolves with true when the thread is ready, and with false when it ended before. */
  listen({ heard, lost }: LinkEvents): Promise<boolean> {
    return new Promise((resolve) => {
      let why = 'it ended';
      this.#worker.on('message', (message: FromHost | 'ready') => {
        if (message === 'ready') resolve(true);
        else heard(message);
      });
      this.#worker.on('error', (error) => (why = String(error)));
      this.#worker.on('messageerror', (error) => (why = String(error)));
      this.#worker.on('exit', () => {
        resolve(false);
        if (!this.#ended) lost(why);
      });
      // After the listeners, which would keep the process alive.
      this.#worker.unref();
    });
  }

  post(message: ToHost, transfer: Transfer): void {
    this.#worker.postMessage(message, transfer as ArrayBuffer[]);
  }

  ask(question: LedgerQuery, patience: number): unknown {
    this.#lastNumber += 1;
    const query: NumberedQuery = { question, number: this.#lastNumber };
    const end = performance.now() + patience;
    const { counts } = this.#shared;
    let given = Atomics.load(counts, ANSWERS_GIVEN);
    this.#worker.postMessage(query);
    while (Atomics.wait(counts, ANSWERS_GIVEN, given, Math.max(0, end - performance.now())) !== 'timed-out') {
      given = Atomics.load(counts, ANSWERS_GIVEN);
      for (let answer = this.#nextAnswer(); answer; answer = this.#nextAnswer()) {
        // Answers to earlier queries came too late.
        if (answer.number === this.#lastNumber) return answer.answer;
      }
    }
    return undefined;
  }

  progress(): Progress {
    return {
      calls: Atomics.load(this.#shared.counts, CALLS_READ),
      spans: Atomics.load(this.#shared.counts, SPANS_WAITING),
    };
  }

  expectEnd(deadline = NO_DEADLINE): void {
    this.#shared.deadline[0] = deadline;
  }

  #nextAnswer(): NumberedAnswer | undefined {
    const received = this.#threads.receiveMessageOnPort(this.#answers) as { message: NumberedAnswer } | undefined;
    return received?.message;
  }

  end(): void {
    this.#ended = true;
    this.#answers.close();
    void this.#worker.terminate();
  }
}
