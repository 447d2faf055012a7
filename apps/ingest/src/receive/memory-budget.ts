/**
 * The number of request bytes that the process may hold at once. A request reserves its memory here first and releases
 * it at its end.
 */
export interface MemoryBudget {
  /** False when there is no room: nothing was reserved. */
  take(bytes: number): boolean;
  release(bytes: number): void;
}

export interface MeasuredBudget extends MemoryBudget {
  readonly used: number;
  readonly limit: number;
}

export function memoryBudget(limit: number): MeasuredBudget {
  let used = 0;
  return {
    limit,
    get used() {
      return used;
    },
    take(bytes) {
      if (used + bytes > limit) return false;
      used += bytes;
      return true;
    },
    release(bytes) {
      used -= bytes;
    },
  };
}
