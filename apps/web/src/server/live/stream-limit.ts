/**
 * Limits the number of open streams: each holds a connection, and a browser has few connections to one origin anyway.
 */

export const STREAMS_OF_A_USER = 8;
const STREAMS = 1000;

export class StreamLimit {
  #taken = new Map<string, number>();
  #all = 0;

  get taken(): number {
    return this.#all;
  }

  /** Returns the function that frees the slot; undefined when there is none. */
  take(userId: string): (() => void) | undefined {
    const mine = this.#taken.get(userId) ?? 0;
    if (mine >= STREAMS_OF_A_USER || this.#all >= STREAMS) return undefined;
    this.#taken.set(userId, mine + 1);
    this.#all += 1;
    return () => {
      const left = (this.#taken.get(userId) ?? 1) - 1;
      if (left === 0) this.#taken.delete(userId);
      else this.#taken.set(userId, left);
      this.#all -= 1;
    };
  }
}
