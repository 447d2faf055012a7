/**
 * Passes exchanges from the tap to the ledger. They wait here until the caller's current code is done, or until they
 * are retried. Only `flush()` waits for this. The ledger (ledger.ts) reads them and creates the spans.
 */
import type { SpanContext } from '@opentelemetry/api';
import { Attempts } from './attempts.ts';
import { now } from '../platform/clock.ts';
import type { Exchange, Recording } from '../exchange/exchange.ts';
import type { ToolRun } from './tool-runs.ts';
import type { Claimed, ProcessLedger } from './ledger.ts';
import { MovableLedger } from './thread/movable-ledger.ts';
import { environment } from '../platform/node.ts';
import { claimQuery } from './pending-calls.ts';
import { isSnapshotDue, SNAPSHOT_PAUSE_MS, takeSnapshot } from '../exchange/snapshots.ts';
import { Sweeper } from './sweeper.ts';
import { NOTHING, addUndelivered, type Undelivered } from '../emit/queue/undelivered.ts';
import { SENDING_MS } from '../platform/within.ts';
import { PIECE_MS, WorkQueue } from './work-queue.ts';

/** A run of an agent whose own program makes the model calls (agents/). */
export interface OpenRun {
  /** Resolves when the run can be read. */
  loaded: Promise<unknown>;
  /** The process ends before the run does. */
  cut(): void;
}

export class Recorder implements Recording {
  readonly #ledger: ProcessLedger;
  readonly #queue: WorkQueue;
  readonly #attempts = new Attempts();
  /** Exchanges in progress; recorded as cut when the process ends first. */
  readonly #open = new Set<Exchange>();
  readonly #runs = new Set<OpenRun>();
  readonly #sweeper = new Sweeper(() => {
    this.#closeUnrepeated(now());
    return this.#attempts.size > 0;
  });

  /** False with `SUBTEXT_LIVE=0`: answers are reported only when they have ended. */
  readonly #sendsSnapshots = environment().SUBTEXT_LIVE !== '0';
  /** Checks the exchanges in progress for due snapshots. */
  readonly #watch = new Sweeper(() => {
    this.#takeSnapshots(now());
    return this.#open.size > 0;
  }, SNAPSHOT_PAUSE_MS);

  readonly #requestSent = (exchange: Exchange): void => {
    this.#attempts.claim(exchange, this.#open);
    this.#ledger.requestSent(exchange);
  };
  readonly #answerStreaming = (exchange: Exchange): void => this.#ledger.answerStreaming(exchange);
  readonly #read = (exchange: Exchange): void => this.#ledger.close(exchange);

  constructor(ledger: ProcessLedger) {
    this.#ledger = ledger;
    this.#queue = new WorkQueue(() => ledger.ready());
  }

  started(exchange: Exchange): void {
    this.#open.add(exchange);
    this.#whenReadable(this.#requestSent, exchange);
    if (this.#sendsSnapshots) this.#watch.later();
  }

  ended(exchange: Exchange): void {
    this.#open.delete(exchange);
    if (this.#attempts.hold(exchange, exchange.endedAt ?? now())) this.#sweeper.later();
    else this.#close(exchange);
  }

  /** Until `closed`, a run is cut when the process ends. */
  opened(run: OpenRun): void {
    this.#runs.add(run);
  }

  closed(run: OpenRun): void {
    this.#runs.delete(run);
  }

  /** The pending call that a function is about to run. The function's own span replaces it. */
  claim(name: string, args: readonly unknown[], active: SpanContext | undefined): Claimed | undefined {
    return this.#ledger.claim(claimQuery(name, args, active));
  }

  /** The result of a claimed call's function, as its `answerMark`. */
  functionReturned({ ticket }: Claimed, mark: number): void {
    this.#ledger.functionReturned(ticket, mark);
  }

  /** A framework announced that it has run a tool. */
  toolRan(run: ToolRun): void {
    this.later(() => this.#ledger.toolRan(run));
  }

  /** Reads all ended exchanges now; does nothing while the tracer is loading. */
  catchUp(): void {
    this.#queue.settle();
  }

  /** Runs the job after all earlier exchanges are read. */
  later(job: () => void): void {
    this.#queue.add(call, job);
  }

  /** Resolves when all ended exchanges are read; pending calls keep waiting. */
  async settled(): Promise<void> {
    if (this.#runs.size > 0) await Promise.all([...this.#runs].map(({ loaded }) => loaded));
    await this.#queue.drained();
    await this.#ledger.settled();
  }

  /**
   * Reads all ended exchanges and records what still waits: calls without a result, attempts without a retry. Reads
   * until the deadline (Unix milliseconds).
   */
  async flush(deadline?: number): Promise<void> {
    await this.#readAll(deadline);
    await this.#ledger.flush(deadline);
  }

  /** Like `flush`, and records exchanges in progress as cut, because their end will not be observed. */
  async abandon(deadline?: number): Promise<void> {
    this.#cutOpen();
    await this.flush(deadline);
  }

  /** Like `abandon`, for the last time. */
  async stop(deadline?: number): Promise<void> {
    this.#cutOpen();
    await this.#readAll(deadline);
    await this.#ledger.stop(deadline);
  }

  /** Like `abandon`, while this thread is blocked. `send` is called after each piece of reading. */
  abandonNow(deadline: number, send: () => void): void {
    this.#cutOpen();
    this.#readNow(deadline - SENDING_MS, send);
    this.#closeUnrepeated(Infinity);
    this.#readNow(deadline - SENDING_MS, send);
    this.#ledger.flushNow(deadline);
  }

  /** Calls that were not read, and spans that another thread has not sent. */
  undelivered(): Undelivered {
    return addUndelivered({ ...NOTHING, calls: this.#queue.count(this.#read) }, this.#ledger.undelivered());
  }

  /** True when a flush has work to do. */
  get busy(): boolean {
    return this.#queue.size + this.#ledger.size + this.#attempts.size + this.#open.size + this.#runs.size > 0;
  }

  async #readAll(deadline: number | undefined): Promise<void> {
    const until = deadline && deadline - SENDING_MS;
    if (this.#runs.size > 0) await Promise.all([...this.#runs].map(({ loaded }) => loaded));
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
    for (const run of this.#runs) run.cut();
  }

  #close(exchange: Exchange): void {
    this.#whenReadable(this.#read, exchange);
  }

  /** The bodies of `Request` objects are read asynchronously; all others are available at once. */
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
      this.#whenReadable(this.#answerStreaming, exchange);
    }
  }

  #closeUnrepeated(time: number): void {
    for (const exchange of this.#attempts.expired(time)) this.#close(exchange);
  }
}

function call(job: () => void): void {
  job();
}

/** The ledger of the process. */
export const ledger = new MovableLedger();

/** The recorder that all clients of a process share, so that one agent may use several clients. */
export const recorder = new Recorder(ledger);
