/** Runs a check repeatedly for as long as something waits. Does not keep the process alive. */
import { unreferenced } from '../platform/platform.ts';

const PAUSE_MS = 5_000;

export class Sweeper {
  readonly #sweep: () => boolean;
  readonly #pause: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `sweep` returns true while something still waits. `pause` is in milliseconds. */
  constructor(sweep: () => boolean, pause = PAUSE_MS) {
    this.#sweep = sweep;
    this.#pause = pause;
  }

  later(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#sweep()) this.later();
    }, this.#pause);
    unreferenced(this.#timer);
  }
}
