/**
 * Runs deferred work in order, in batches and in short turns of the event loop. Many calls in a row cost less together
 * than one at a time, when the processor's caches are full of the client's work.
 */
import { defer } from '../platform/node.ts';
import { unreferenced } from '../platform/platform.ts';
import { reportFailure } from '../platform/report.ts';

/** A function and its argument instead of a closure, since most jobs run the same function. */
interface Job {
  work: (subject: never) => void;
  subject: unknown;
}

/** Short compared to the delay before spans are sent, long enough that consecutive calls are processed together. */
const GATHER_MS = 100;
/** The maximum batch, because a job holds the bytes of a call. */
const MAX_GATHERED = 200;
/** Long enough for some calls, short enough not to delay the caller; one job may take longer. */
const TURN_MS = 1;
/** The same while a caller waits for all work. */
export const PIECE_MS = 100;

export class WorkQueue {
  readonly #jobs: Job[] = [];
  readonly #ready: () => boolean | Promise<unknown>;
  #timer: NodeJS.Timeout | undefined;
  #working = false;

  /** `ready`: true, or a promise that the work waits for. */
  constructor(ready: () => boolean | Promise<unknown>) {
    this.#ready = ready;
  }

  add<Subject>(work: (subject: Subject) => void, subject: Subject): void {
    this.#jobs.push({ work, subject });
    if (this.#jobs.length >= MAX_GATHERED) this.#begin();
    // The timer does not keep the process alive; a process that ends runs the rest first.
    else this.#timer ??= unreferenced(setTimeout(() => this.#begin(), GATHER_MS));
  }

  /** Runs the waiting jobs now, until `deadline` (Unix milliseconds); none while the tracer is loading. */
  settle(deadline = Infinity): void {
    if (this.#ready() !== true) return;
    while (this.#jobs.length > 0 && Date.now() < deadline) this.#runOne();
  }

  /** How many jobs with this function are waiting. */
  count(work: (subject: never) => void): number {
    return this.#jobs.filter((job) => job.work === work).length;
  }

  /** Resolves when no job is waiting, or the deadline (Unix milliseconds) has passed. */
  async drained(deadline = Infinity): Promise<void> {
    if (this.#jobs.length === 0) return;
    await this.#ready();
    while (this.#jobs.length > 0 && Date.now() < deadline) {
      this.settle(Math.min(deadline, Date.now() + PIECE_MS));
      // Spans are sent between the pieces.
      await new Promise<void>(defer);
    }
  }

  get size(): number {
    return this.#jobs.length;
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#working || this.#jobs.length === 0) return;
    this.#working = true;
    const ready = this.#ready();
    if (ready === true) defer(() => this.#turn());
    else void Promise.resolve(ready).finally(() => defer(() => this.#turn()));
  }

  #turn(): void {
    const end = performance.now() + TURN_MS;
    while (this.#jobs.length > 0 && performance.now() < end) this.#runOne();
    if (this.#jobs.length > 0) defer(() => this.#turn());
    else this.#working = false;
  }

  #runOne(): void {
    const job = this.#jobs.shift();
    if (!job) return;
    try {
      job.work(job.subject as never);
    } catch (error) {
      reportFailure('record a model call', error);
    }
  }
}
