/**
 * Decides which read runs next. Each project has its own queue, and only as many of its reads as may run at once enter
 * the queue of the process. So projects take turns, and a project with many waiting reads delays no other.
 *
 *   project A: a4 a3 a2 ─ a1 ┐
 *   project B:           b1 ─┼─▶ process: b1 a1 ─▶ running (at most `atOnce`)
 */
import PQueue from 'p-queue';
import { BusyError } from './busy-error.ts';

export interface QueueLimits {
  /** Reads of the process that run at the same time. */
  atOnce: number;
  /** Reads of one project that run at the same time. */
  ofProject: number;
  /** Reads of one project that wait; one more is refused. */
  waiting: number;
  /** A read that has waited for so long is refused. */
  patienceMs: number;
}

interface QueuedRead<Result> {
  /** An aborted read leaves the queue. A running read has to end by itself. */
  signal: AbortSignal;
  /** The next read may begin when it has settled. */
  run: () => Promise<Result>;
}

/** Reads take seconds, so there is room again soon. */
const RETRY_AFTER_SECONDS = 5;

export interface QueueState {
  running: number;
  waiting: number;
}

export class ReadQueues {
  #limits: QueueLimits;
  #process: PQueue;
  #projects = new Map<string, PQueue>();

  constructor(limits: QueueLimits) {
    this.#limits = limits;
    this.#process = new PQueue({ concurrency: limits.atOnce });
  }

  get state(): QueueState {
    const ofProjects = [...this.#projects.values()].reduce((sum, { size, pending }) => sum + size + pending, 0);
    const running = this.#process.pending;
    return { running, waiting: ofProjects - running };
  }

  /** @throws BusyError when the queue is full, or the wait too long; the reason of the signal when it aborts first. */
  async add<Result>(projectId: string, { signal, run }: QueuedRead<Result>): Promise<Result> {
    const queue = this.#queueOf(projectId);
    if (queue.size >= this.#limits.waiting) throw new BusyError(RETRY_AFTER_SECONDS);
    const waiting = new AbortController();
    const leave = () => waiting.abort(signal.reason);
    const patience = setTimeout(() => waiting.abort(new BusyError(RETRY_AFTER_SECONDS)), this.#limits.patienceMs);
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    const stopWaiting = () => {
      clearTimeout(patience);
      signal.removeEventListener('abort', leave);
    };
    const begin = () => {
      stopWaiting();
      return run();
    };
    const wait = { signal: waiting.signal };
    return queue.add(() => this.#process.add(begin, wait), wait).finally(stopWaiting);
  }

  #queueOf(projectId: string): PQueue {
    const open = this.#projects.get(projectId);
    if (open) return open;
    const queue = new PQueue({ concurrency: this.#limits.ofProject });
    queue.addEventListener('idle', () => this.#projects.delete(projectId));
    this.#projects.set(projectId, queue);
    return queue;
  }
}
