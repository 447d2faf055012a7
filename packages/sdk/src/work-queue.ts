/**
 * Work put off until the caller has gone on: in order, gathered for a moment, and then a short while per turn of the event loop. Done for
 * many calls in a row it costs less than between any two of them, when the processor's caches are full of the client's work.
 */
import { defer } from './platform/node.ts';
import { unreferenced } from './platform/platform.ts';
import { tellFailure } from './report.ts';

/** Not a closure for each: most of what waits is the same work on another call. */
interface Job {
  work: (subject: never) => void;
  subject: unknown;
}

/** Short beside the pause before spans are sent, long enough that calls in a row are worked off together. */
const GATHER_MS = 100;
/** No more than this is gathered: a job holds the bytes of a call. */
const MAX_GATHERED = 200;
/** Long enough for some calls, short enough that nobody waits; one job may take longer. */
const TURN_MS = 1;
/** The same when somebody waits for all of it. */
export const PIECE_MS = 100;

export class WorkQueue {
  readonly #jobs: Job[] = [];
  readonly #ready: () => boolean | Promise<unknown>;
  #timer: NodeJS.Timeout | undefined;
  #working = false;

  /** `ready`: false-like states are promises; work waits for them. */
  constructor(ready: () => boolean | Promise<unknown>) {
    this.#ready = ready;
  }

  add<Subject>(work: (subject: Subject) => void, subject: Subject): void {
    this.#jobs.push({ work, subject });
    if (this.#jobs.length >= MAX_GATHERED) this.#begin();
    // It keeps no process alive: one that ends works off what is left first.
    else this.#timer ??= unreferenced(setTimeout(() => this.#begin(), GATHER_MS));
  }

  /** Does what is waiting, now, until `deadline` (Unix milliseconds); nothing when the tracer is still loading. */
  settle(deadline = Infinity): void {
    if (this.#ready() !== true) return;
    while (this.#jobs.length > 0 && Date.now() < deadline) this.#runOne();
  }

  /** How often this work waits to be done. */
  count(work: (subject: never) => void): number {
    return this.#jobs.filter((job) => job.work === work).length;
  }

  /** Resolves when nothing is waiting, or the deadline (Unix milliseconds) has passed. */
  async drained(deadline = Infinity): Promise<void> {
    if (this.#jobs.length === 0) return;
    await this.#ready();
    while (this.#jobs.length > 0 && Date.now() < deadline) {
      this.settle(Math.min(deadline, Date.now() + PIECE_MS));
      // What was read is sent meanwhile.
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
      tellFailure('record a model call', error);
    }
  }
}
