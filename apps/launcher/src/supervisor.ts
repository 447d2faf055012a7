// Keeps one process of the system alive: restarts it after growing pauses when it dies, and gives up when it dies too
// often.
import { setTimeout as delay } from 'node:timers/promises';
import { endOfLog } from './log-file.ts';
import type { Part } from './part.ts';
import { UserError, describe } from './user-error.ts';

/** One life of the process. */
export interface Running {
  /** Resolves, never rejects, with how it ended. */
  exited: Promise<string>;
  stop(): Promise<void>;
  killNow(): void;
}

export interface SupervisionPlan {
  /** The name that users see: `Ingest`. */
  name: string;
  logFile: string;
  /** Starts it once more, on the same ports. Rejects when it cannot be started, which counts as a death. */
  startAgain(): Promise<Running>;
  say(line: string): void;
}

const MAX_DEATHS = 5;
const WITHIN_MS = 60_000;
/** Doubled by every further death within the minute. */
const FIRST_PAUSE_MS = 500;

export class Supervisor implements Part {
  readonly name: string;
  /** Resolves when the process died five times within a minute. */
  readonly failed: Promise<UserError>;
  readonly #plan: SupervisionPlan;
  readonly #stopping = new AbortController();
  readonly #fail: (error: UserError) => void;
  #current: Running;
  #starting: Promise<unknown> = Promise.resolve();
  /** When it died, within the last minute. */
  #deaths: number[] = [];

  constructor(plan: SupervisionPlan, first: Running) {
    const { promise, resolve } = Promise.withResolvers<UserError>();
    [this.name, this.failed, this.#fail] = [plan.name, promise, resolve];
    [this.#plan, this.#current] = [plan, first];
  }

  /**
   * From now on the process is restarted when it dies. Call this when the process is ready: if it never was, a restart
   * would not help.
   */
  watch(): void {
    void this.#current.exited.then((how) => this.#revive(how));
  }

  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#starting;
    await this.#current.stop();
  }

  killNow(): void {
    this.#stopping.abort();
    this.#current.killNow();
  }

  async #revive(how: string): Promise<void> {
    if (this.isStopping) return;
    this.#deaths = [...this.#deaths.filter((time) => time > Date.now() - WITHIN_MS), Date.now()];
    const { name, logFile, say } = this.#plan;
    if (this.#deaths.length >= MAX_DEATHS) {
      const log = await endOfLog(logFile);
      return this.#fail(new UserError(`${name} died ${MAX_DEATHS} times within a minute, at last by ${how}. ${log}`));
    }
    const pause = FIRST_PAUSE_MS * 2 ** (this.#deaths.length - 1);
    say(`${name} stopped unexpectedly (${how}). It is started again in ${pause / 1000} s.`);
    await delay(pause, undefined, { signal: this.#stopping.signal }).catch(() => {}); // a stop ends the pause
    if (!this.isStopping) await this.#startAgain();
  }

  async #startAgain(): Promise<void> {
    const started = this.#plan.startAgain().then(
      (running) => {
        this.#current = running;
        this.watch();
      },
      (error: unknown) => void this.#revive(firstLine(describe(error))),
    );
    this.#starting = started;
    await started;
  }
}

const firstLine = (text: string): string => text.split('\n')[0]!;
