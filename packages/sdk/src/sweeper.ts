/** Looks again after a while at what waits, for as long as anything does. Keeps no process alive. */
import { unreferenced } from './platform/platform.ts';

const PAUSE_MS = 5_000;

export class Sweeper {
  readonly #sweep: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `sweep`: true while something goes on waiting. */
  constructor(sweep: () => boolean) {
    this.#sweep = sweep;
  }

  later(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#sweep()) this.later();
    }, PAUSE_MS);
    unreferenced(this.#timer);
  }
}
