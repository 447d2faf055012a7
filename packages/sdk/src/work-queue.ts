/** Work put off until the caller has gone on: in order, a short while per turn of the event loop, all at once when somebody needs the result. */
import { guarded } from './report.ts';

type Job = () => void;

/** Long enough for some calls, short enough that nobody waits: one job may take longer. */
const TURN_MS = 0.5;

export class WorkQueue {
  readonly #jobs: Job[] = [];
  readonly #ready: () => boolean | Promise<unknown>;
  #scheduled = false;

  /** `ready`: false-like states are promises; work waits for them. */
  constructor(ready: () => boolean | Promise<unknown>) {
    this.#ready = ready;
  }

  add(job: Job): void {
    this.#jobs.push(job);
    this.#schedule();
  }

  /** Does all that is waiting, now; nothing when the tracer is still loading. */
  settle(): void {
    if (this.#ready() !== true) return;
    while (this.#jobs.length > 0) this.#runOne();
  }

  /** Resolves when nothing is waiting. */
  async drained(): Promise<void> {
    if (this.#jobs.length === 0) return;
    await this.#ready();
    this.settle();
  }

  get size(): number {
    return this.#jobs.length;
  }

  #schedule(): void {
    if (this.#scheduled || this.#jobs.length === 0) return;
    this.#scheduled = true;
    const ready = this.#ready();
    if (ready === true) setImmediate(() => this.#turn());
    else void Promise.resolve(ready).finally(() => setImmediate(() => this.#turn()));
  }

  #turn(): void {
    const end = performance.now() + TURN_MS;
    do this.#runOne();
    while (this.#jobs.length > 0 && performance.now() < end);
    this.#scheduled = false;
    this.#schedule();
  }

  #runOne(): void {
    const job = this.#jobs.shift();
    if (job) guarded('record a model call', job);
  }
}
