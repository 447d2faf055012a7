/**
 * The ledger of a process. It starts in the caller's thread, where few calls cost little. When reading takes a
 * noticeable share of that thread, it moves to its own thread. It moves back when something cannot be sent there, most
 * of all a function in the settings.
 */
import { canCross, type FromHost } from './thread-messages.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Claimed, Ledger, ProcessLedger } from '../ledger.ts';
import type { ToolRun } from '../tool-runs.ts';
import { LocalLedger } from '../local-ledger.ts';
import type { ClaimQuery } from '../pending-calls.ts';
import { openLink } from './node-worker.ts';
import { environment } from '../../platform/node.ts';
import type { Link, OpenLink } from './link.ts';
import { RemoteLedger } from './remote-ledger.ts';
import { report } from '../../platform/report.ts';
import { currentTracer, loadTracer, ownsProvider, tracingOptions } from '../../emit/tracing.ts';
import { NOTHING, type Undelivered } from '../../emit/queue/undelivered.ts';

/**
 * The ledger moves after so many milliseconds of reading. FORGOTTEN_MS_PER_SECOND of them expire each second: a
 * hundredth of a thread is negligible.
 */
const NOTICEABLE_MS = 60;
const FORGOTTEN_MS_PER_SECOND = 10;
/** The same while a conversation is held: on a busy machine the first readings alone take several times as long. */
const HOLDING_MS = 20 * NOTICEABLE_MS;

export class MovableLedger implements ProcessLedger {
  /** Created when the first exchange is read: until then its module is not loaded (tsdown.lazy.ts). */
  #local: LocalLedger | undefined;
  #remote: RemoteLedger | undefined;
  #mayMove = true;
  #moving: Promise<void> | undefined;
  #isStopped = false;
  /** The remote ledger after `stop`, for its count of undelivered spans. */
  #stopped: RemoteLedger | undefined;
  /** Milliseconds of reading that have not expired, and when they were counted. */
  #work = 0;
  #workedAt = 0;
  /** Resolves when the remote ledger has sent its rest after the move back. */
  #leaving: Promise<void> | undefined;

  ready(): true | Promise<unknown> {
    return this.#remote !== undefined || currentTracer() ? true : loadTracer();
  }

  get size(): number {
    return (this.#current?.size ?? 0) + (this.#leaving ? 1 : 0);
  }

  requestSent(exchange: Exchange): void {
    this.#writing(exchange, (ledger) => ledger.requestSent(exchange));
  }

  answerStreaming(exchange: Exchange): void {
    this.#writing(exchange, (ledger) => ledger.answerStreaming(exchange));
  }

  close(exchange: Exchange): void {
    this.#writing(exchange, (ledger) => ledger.close(exchange));
  }

  claim(question: ClaimQuery): Claimed | undefined {
    this.#remote?.send();
    return this.#current?.claim(question);
  }

  functionReturned(ticket: number, mark: number): void {
    this.#current?.functionReturned(ticket, mark);
  }

  toolRan(run: ToolRun): void {
    (this.#remote ?? this.#opened()).toolRan(run);
  }

  async flush(deadline?: number): Promise<void> {
    this.#remote?.send();
    await this.#current?.flush(deadline);
    await this.#leaving;
  }

  flushNow(deadline: number): void {
    this.#remote?.send();
    this.#current?.flushNow(deadline);
  }

  /** When the process ends (Unix milliseconds); undefined: it continues after all. */
  expectEnd(deadline: number | undefined): void {
    this.#remote?.expectEnd(deadline);
  }

  undelivered(): Undelivered {
    return (this.#remote ?? this.#stopped ?? this.#local)?.undelivered() ?? NOTHING;
  }

  async settled(): Promise<void> {
    this.#remote?.send();
    await this.#current?.settled();
  }

  async stop(deadline?: number): Promise<void> {
    [this.#mayMove, this.#isStopped] = [false, true];
    this.#remote?.send();
    const stopping = this.#remote;
    this.#remote = undefined;
    this.#stopped = stopping;
    await stopping?.stop(deadline);
    await this.flush(deadline);
  }

  get isAway(): boolean {
    return this.#remote !== undefined;
  }

  /** Moves the ledger. Nothing changes when there is no thread, or when the state cannot be sent. */
  move(open: OpenLink = openLink): Promise<void> {
    this.#moving ??= this.#moveOnce(open).finally(() => (this.#moving = undefined));
    return this.#moving;
  }

  /** Moves back permanently: what cannot be sent once will occur again. */
  moveBack(): void {
    this.#mayMove = false;
    const remote = this.#remote;
    if (!remote) return;
    this.#remote = undefined;
    this.#local = remote.recall();
    this.#leaving = remote.stop().finally(() => (this.#leaving = undefined));
  }

  get #current(): Ledger | undefined {
    return this.#remote ?? this.#local;
  }

  #opened(): LocalLedger {
    return (this.#local ??= new LocalLedger());
  }

  #writing(exchange: Exchange, write: (ledger: Ledger) => void): void {
    if (!canCross(exchange)) this.moveBack();
    if (this.#remote) return write(this.#remote);
    const local = this.#opened();
    if (!this.#mayMove || this.#moving) return write(local);
    const start = performance.now();
    try {
      write(local);
    } finally {
      this.#worked(local, start, performance.now());
    }
  }

  #worked(local: LocalLedger, start: number, end: number): void {
    const forgotten = ((start - this.#workedAt) / 1000) * FORGOTTEN_MS_PER_SECOND;
    this.#work = Math.max(0, this.#work - forgotten) + end - start;
    this.#workedAt = end;
    // Moving releases sub-agents before it is known where they ran.
    const enough = local.isHolding ? HOLDING_MS : NOTICEABLE_MS;
    if (this.#work < enough) return;
    this.#mayMove = ownsProvider() && environment().SUBTEXT_WORKER !== '0';
    if (this.#mayMove) void this.move();
  }

  async #moveOnce(open: OpenLink): Promise<void> {
    if (this.#remote) return;
    let remote: RemoteLedger | undefined;
    const heard = (message: FromHost) => remote?.heard(message);
    const lost = (why: string) => {
      if (remote && this.#remote === remote) this.#lose(remote, why);
      else remote?.lose(); // it had moved back, and a caller waits for the rest
    };
    try {
      const link = await open(tracingOptions(), { heard, lost });
      remote = link && this.#connect(link);
    } catch (error) {
      report(
        'thread',
        () => `No thread could be started, so model calls are read between your own work: ${String(error)}`,
      );
    }
    this.#mayMove = remote !== undefined;
  }

  #connect(link: Link): RemoteLedger | undefined {
    const remote = new RemoteLedger(link, () => this.moveBack());
    if (this.#isStopped || !remote.continueFrom(this.#opened())) {
      link.end();
      return undefined;
    }
    this.#remote = remote;
    return remote;
  }

  #lose(remote: RemoteLedger, why: string): void {
    this.#mayMove = false;
    this.#remote = undefined;
    this.#local = remote.lose();
    report(
      'thread',
      () =>
        `The thread that reads model calls ended (${why}). What it had not sent is lost; from now on they are read between your own work.`,
    );
  }
}
