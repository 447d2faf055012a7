/**
 * The ledger of a process: beside the caller at first, since few calls cost nobody anything. When reading takes a noticeable share of the
 * caller's thread it moves into one of its own, and comes back when something cannot be sent there: a function in the settings, above all.
 */
import { canCross, type FromHost } from './crossing.ts';
import type { Exchange } from './exchange.ts';
import { LocalLedger, type Claimed, type Ledger } from './ledger.ts';
import type { ClaimQuestion } from './pending-calls.ts';
import { openLink } from './platform/node-worker.ts';
import { environment } from './platform/node.ts';
import type { Link, OpenLink } from './platform/link.ts';
import { RemoteLedger } from './remote-ledger.ts';
import { tell } from './report.ts';
import { ownsProvider, tracingOptions } from './tracing.ts';
import type { Undelivered } from './undelivered.ts';

/** Reading for so long makes the ledger move; of it, so much is forgotten with each second: a hundredth of a thread costs nobody anything. */
const NOTICEABLE_MS = 60;
const FORGOTTEN_MS_PER_SECOND = 10;

export class MovableLedger implements Ledger {
  #local: LocalLedger = new LocalLedger();
  #remote: RemoteLedger | undefined;
  #mayMove = true;
  #moving: Promise<void> | undefined;
  #isStopped = false;
  /** The ledger that was stopped in its thread. */
  #stopped: RemoteLedger | undefined;
  /** Milliseconds of reading, as far as they count, and when that was. */
  #work = 0;
  #workedAt = 0;
  /** Sends what a ledger that came back has left behind. */
  #leaving: Promise<void> | undefined;

  ready(): true | Promise<unknown> {
    return (this.#remote ?? this.#local).ready();
  }

  get size(): number {
    return (this.#remote ?? this.#local).size + (this.#leaving ? 1 : 0);
  }

  see(exchange: Exchange): void {
    this.#writing(exchange, (ledger) => ledger.see(exchange));
  }

  glance(exchange: Exchange): void {
    this.#writing(exchange, (ledger) => ledger.glance(exchange));
  }

  close(exchange: Exchange): void {
    this.#writing(exchange, (ledger) => ledger.close(exchange));
  }

  claim(question: ClaimQuestion): Claimed | undefined {
    this.#remote?.send();
    return (this.#remote ?? this.#local).claim(question);
  }

  answered(ticket: number, mark: number): void {
    (this.#remote ?? this.#local).answered(ticket, mark);
  }

  async flush(deadline?: number): Promise<void> {
    this.#remote?.send();
    await (this.#remote ?? this.#local).flush(deadline);
    await this.#leaving;
  }

  flushNow(deadline: number): void {
    this.#remote?.send();
    (this.#remote ?? this.#local).flushNow(deadline);
  }

  /** The process ends then (Unix milliseconds); undefined: it goes on after all. */
  expectEnd(deadline: number | undefined): void {
    this.#remote?.expectEnd(deadline);
  }

  undelivered(): Undelivered {
    return (this.#remote ?? this.#stopped ?? this.#local).undelivered();
  }

  async settled(): Promise<void> {
    this.#remote?.send();
    await (this.#remote ?? this.#local).settled();
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

  /** When there is no thread, or what is known cannot be sent, nothing changes. */
  move(open: OpenLink = openLink): Promise<void> {
    this.#moving ??= this.#moveOnce(open).finally(() => (this.#moving = undefined));
    return this.#moving;
  }

  /** For good: what cannot be sent once will come again. */
  comeBack(): void {
    this.#mayMove = false;
    const remote = this.#remote;
    if (!remote) return;
    this.#remote = undefined;
    this.#local = remote.takeBack();
    this.#leaving = remote.stop().finally(() => (this.#leaving = undefined));
  }

  #writing(exchange: Exchange, write: (ledger: Ledger) => void): void {
    if (!canCross(exchange)) this.comeBack();
    if (this.#remote) return write(this.#remote);
    if (!this.#mayMove || this.#moving) return write(this.#local);
    const start = performance.now();
    try {
      write(this.#local);
    } finally {
      this.#worked(start, performance.now());
    }
  }

  #worked(start: number, end: number): void {
    const forgotten = ((start - this.#workedAt) / 1000) * FORGOTTEN_MS_PER_SECOND;
    this.#work = Math.max(0, this.#work - forgotten) + end - start;
    this.#workedAt = end;
    if (this.#work < NOTICEABLE_MS) return;
    this.#mayMove = ownsProvider() && environment().SUBTEXT_WORKER !== '0';
    if (this.#mayMove) void this.move();
  }

  async #moveOnce(open: OpenLink): Promise<void> {
    if (this.#remote) return;
    let remote: RemoteLedger | undefined;
    const heard = (message: FromHost) => remote?.heard(message);
    const lost = (why: string) => {
      if (remote && this.#remote === remote) this.#lose(remote, why);
      else remote?.lose(); // it had come back, and somebody waits for the rest
    };
    try {
      const link = await open(tracingOptions(), { heard, lost });
      remote = link && this.#goOnBehind(link);
    } catch (error) {
      tell(
        'thread',
        () => `No thread could be started, so model calls are read between your own work: ${String(error)}`,
      );
    }
    this.#mayMove = remote !== undefined;
  }

  #goOnBehind(link: Link): RemoteLedger | undefined {
    const remote = new RemoteLedger(link, () => this.comeBack());
    if (this.#isStopped || !remote.goOnWith(this.#local)) {
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
    tell(
      'thread',
      () =>
        `The thread that reads model calls ended (${why}). What it had not sent is lost; from now on they are read between your own work.`,
    );
  }
}
