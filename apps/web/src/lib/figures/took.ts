/**
 * Durations of spans and traces that may have no end, because they are running or their end was not reported.
 * Milliseconds.
 */

interface Timed {
  start: number;
  /** null: no known end. */
  duration: number | null;
}

/** The last known timestamp. */
export const lastReported = ({ start, duration }: Timed): number => start + (duration ?? 0);

/** A span without an end may contain anything that started after it. */
export const endOrNever = ({ start, duration }: Timed): number => (duration === null ? Infinity : start + duration);

interface TimedTrace {
  startedAt: Date;
  endedAt: Date;
  /** Number of spans without an end. */
  open: number;
}

export interface Took {
  /** null = not known. */
  milliseconds: number | null;
  /** The duration is a lower bound. */
  atLeast: boolean;
}

export function tookOf({ startedAt, endedAt, open }: TimedTrace): Took {
  return took(endedAt.getTime() - startedAt.getTime(), open > 0);
}

/** "At least 0 ms" would have no meaning. */
export const took = (milliseconds: number, atLeast: boolean): Took => ({
  milliseconds: atLeast && milliseconds <= 0 ? null : milliseconds,
  atLeast,
});
