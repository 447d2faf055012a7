/**
 * A thread of Node for the ledger: starts ledger-thread.ts and is the way to it. The thread takes over nothing that the process was started
 * with and keeps nobody alive. Where it cannot be had (bundlers leave its file behind) the work stays in the caller's thread.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MessagePort, Worker } from 'node:worker_threads';
import type { FromHost, Question, ToHost, Transfer } from '../crossing.ts';
import { environment } from './node.ts';
import type { Link, LinkEvents, OpenLink, Progress } from './link.ts';
import type { TracingOptions } from './platform.ts';

/** Bodies of many MB are read in it. */
const MAX_HEAP_MB = 512;
const MAX_YOUNG_MB = 16;
/** As it is published, and as it stands here. The names are ours alone: in a bundle, what lies beside this code is the application's. */
const FILES = ['./subtext-ledger-thread.cjs', '../ledger-thread.ts'];

/** Much like Node, but their threads are others. */
const OTHERS = ['bun', 'deno', 'electron'];

/** What ledger-thread.ts is started with. */
export interface ThreadStart {
  settings: TracingOptions;
  answers: MessagePort;
  shared: SharedMemory;
}

/** Both threads see it at any time, also when one of them stands still. */
export interface SharedMemory {
  /** At `ANSWERS_GIVEN`, `CALLS_READ` and `SPANS_WAITING`. */
  counts: Int32Array<SharedArrayBuffer>;
  /** One number: when the process ends, in Unix milliseconds, or `NO_DEADLINE`. */
  deadline: Float64Array<SharedArrayBuffer>;
}

export const ANSWERS_GIVEN = 0;
export const CALLS_READ = 1;
export const SPANS_WAITING = 2;
export const NO_DEADLINE = 0;

export interface Asked {
  question: Question;
  number: number;
}

export interface Answered {
  answer: unknown;
  number: number;
}

type Threads = typeof import('node:worker_threads');

export const openLink: OpenLink = async (settings, events) => {
  const file = threadFile();
  // Looked up now: an application that has no use for a thread does not load it.
  const threads = process.getBuiltinModule?.('node:worker_threads') as Threads | undefined;
  if (!file || !threads || OTHERS.some((name) => name in process.versions)) return undefined;
  const link = new ThreadLink(threads, { file, settings });
  return (await link.listen(events)) ? link : undefined;
};

function threadFile(): string | undefined {
  try {
    return FILES.map((name) => fileURLToPath(new URL(name, import.meta.url))).find((path) => existsSync(path));
  } catch {
    return undefined; // in a bundle, which knows of no file
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
  #asked = 0;
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
      // What preloads modules of the application would do so here.
      env: { ...environment(), NODE_OPTIONS: '' },
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    });
  }

  /** True when it is ready; false when it ended before. */
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
      // Behind the listeners, which would hold the process.
      this.#worker.unref();
    });
  }

  post(message: ToHost, transfer: Transfer): void {
    this.#worker.postMessage(message, transfer as ArrayBuffer[]);
  }

  ask(question: Question, patience: number): unknown {
    this.#asked += 1;
    const asked: Asked = { question, number: this.#asked };
    const end = performance.now() + patience;
    const { counts } = this.#shared;
    let given = Atomics.load(counts, ANSWERS_GIVEN);
    this.#worker.postMessage(asked);
    while (Atomics.wait(counts, ANSWERS_GIVEN, given, Math.max(0, end - performance.now())) !== 'timed-out') {
      given = Atomics.load(counts, ANSWERS_GIVEN);
      for (let answer = this.#nextAnswer(); answer; answer = this.#nextAnswer()) {
        // Those of earlier questions came too late.
        if (answer.number === this.#asked) return answer.answer;
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

  #nextAnswer(): Answered | undefined {
    const received = this.#threads.receiveMessageOnPort(this.#answers) as { message: Answered } | undefined;
    return received?.message;
  }

  end(): void {
    this.#ended = true;
    this.#answers.close();
    void this.#worker.terminate();
  }
}
