/**
 * From the tap to the ledger: what has passed waits here until the caller has gone on, or until somebody repeats it. Nothing here is awaited
 * by anybody but `flush()`. The ledger (ledger.ts) reads it and makes the spans.
 */
import type { SpanContext } from '@opentelemetry/api';
import { Attempts } from './attempts.ts';
import { now } from './clock.ts';
import type { Exchange } from './exchange.ts';
import type { Claimed, Ledger } from './ledger.ts';
import { MovableLedger } from './movable-ledger.ts';
import type { Recording } from './observed-fetch.ts';
import { environment } from './platform/node.ts';
import { claimQuestion } from './pending-calls.ts';
import { isSnapshotDue, SNAPSHOT_PAUSE_MS, takeSnapshot } from './snapshots.ts';
import { Sweeper } from './sweeper.ts';
import { NOTHING, sumOf, type Undelivered } from './undelivered.ts';
import { SENDING_MS } from './within.ts';
import { PIECE_MS, WorkQueue } from './work-queue.ts';

export class Recorder implements Recording {
  readonly #ledger: Ledger;
  readonly #queue: WorkQueue;
  readonly #attempts = new Attempts();
  /** Under way: told as cut when the process ends first. */
  readonly #open = new Set<Exchange>();
  readonly #sweeper = new Sweeper(() => {
    this.#closeUnrepeated(now());
    return this.#attempts.size > 0;
  });

  /** `SUBTEXT_LIVE=0`: answers are told of when they have ended. */
  readonly #tellsOpen = environment().SUBTEXT_LIVE !== '0';
  /** Looks at what streams. */
  readonly #watch = new Sweeper(() => {
    this.#takeSnapshots(now());
    return this.#open.size > 0;
  }, SNAPSHOT_PAUSE_MS);

  readonly #see = (exchange: Exchange): void => {
    this.#attempts.claim(exchange, this.#open);
    this.#ledger.see(exchange);
  };
  readonly #glance = (exchange: Exchange): void => this.#ledger.glance(exchange);
  readonly #read = (exchange: Exchange): void => this.#ledger.close(exchange);

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#queue = new WorkQueue(() => ledger.ready());
  }

  started(exchange: Exchange): void {
    this.#open.add(exchange);
    this.#whenReadable(this.#see, exchange);
    if (this.#tellsOpen) this.#watch.later();
  }

  ended(exchange: Exchange): void {
    this.#open.delete(exchange);
    if (this.#attempts.hold(exchange, exchange.endedAt ?? now())) this.#sweeper.later();
    else this.#close(exchange);
  }

  /** The pending call that a function is about to run, taken over by that function's own span. */
  claim(name: string, args: readonly unknown[], active: SpanContext | undefined): Claimed | undefined {
    return this.#ledger.claim(claimQuestion(name, args, active));
  }

  /** What the function of a claimed call gave, as `answerMark` makes it. */
  answered({ ticket }: Claimed, mark: number): void {
    this.#ledger.answered(ticket, mark);
  }

  /** Reads now what has ended; nothing while the tracer is still loading. */
  catchUp(): void {
    this.#queue.settle();
  }

  /** Runs the job when all that has passed until now is read. */
  later(job: () => void): void {
    this.#queue.add(call, job);
  }

  /** Resolves when all that has ended is read; what waits for an answer goes on waiting. */
  async settled(): Promise<void> {
    await this.#queue.drained();
    await this.#ledger.settled();
  }

  /** Reads all that has ended and closes what still waits: calls without a result, attempts without a successor. Reads until the deadline (Unix milliseconds). */
  async flush(deadline?: number): Promise<void> {
    await this.#readAll(deadline);
    await this.#ledger.flush(deadline);
  }

  /** Also ends what is under way: nobody will see it end. */
  async abandon(deadline?: number): Promise<void> {
    this.#cutOpen();
    await this.flush(deadline);
  }

  /** As `abandon`, for the last time. */
  async stop(deadline?: number): Promise<void> {
    this.#cutOpen();
    await this.#readAll(deadline);
    await this.#ledger.stop(deadline);
  }

  /** As `abandon`, while this thread stands still. `send` is called whenever some of it was read. */
  abandonNow(deadline: number, send: () => void): void {
    this.#cutOpen();
    this.#readNow(deadline - SENDING_MS, send);
    this.#closeUnrepeated(Infinity);
    this.#readNow(deadline - SENDING_MS, send);
    this.#ledger.flushNow(deadline);
  }

  /** Calls that were not read, and what was read in another thread and not sent. */
  undelivered(): Undelivered {
    return sumOf({ ...NOTHING, calls: this.#queue.count(this.#read) }, this.#ledger.undelivered());
  }

  /** True when a flush would have something to do. */
  get busy(): boolean {
    return this.#queue.size + this.#ledger.size + this.#attempts.size + this.#open.size > 0;
  }

  async #readAll(deadline: number | undefined): Promise<void> {
    const until = deadline && deadline - SENDING_MS;
    await this.#queue.drained(until);
    this.#closeUnrepeated(Infinity);
    await this.#queue.drained(until);
  }

  #readNow(until: number, send: () => void): void {
    for (let left = Infinity; this.#queue.size < left && Date.now() < until; send()) {
      left = this.#queue.size;
      this.#queue.settle(Math.min(until, Date.now() + PIECE_MS));
    }
  }

  #cutOpen(): void {
    for (const exchange of this.#open) {
      exchange.endedAt = now();
      exchange.outcome = 'cut';
      this.#close(exchange);
    }
    this.#open.clear();
  }

  #close(exchange: Exchange): void {
    this.#whenReadable(this.#read, exchange);
  }

  /** Bodies of `Request` objects are read asynchronously; all others at once. */
  #whenReadable(work: (exchange: Exchange) => void, exchange: Exchange): void {
    const { requestBody } = exchange;
    if (!(requestBody instanceof Promise)) return this.#queue.add(work, exchange);
    void requestBody.then((text) => {
      exchange.requestBody = text ?? '';
      this.#queue.add(work, exchange);
    });
  }

  #takeSnapshots(time: number): void {
    for (const exchange of this.#open) {
      if (!isSnapshotDue(exchange, time)) continue;
      takeSnapshot(exchange, time);
      this.#whenReadable(this.#glance, exchange);
    }
  }

  #closeUnrepeated(time: number): void {
    for (const exchange of this.#attempts.expired(time)) this.#close(exchange);
  }
}

function call(job: () => void): void {
  job();
}

/** Where the process keeps what it has recorded. */
export const ledger = new MovableLedger();

/** All clients of a process share it, so that one agent may use several. */
export const recorder = new Recorder(ledger);
