/** How long spans and traces took, where one may have no end: it is going on, or nobody told of it. Milliseconds. */

interface Timed {
  start: number;
  /** null: no end is known. */
  duration: number | null;
}

/** The last moment that is known of it. */
export const lastKnown = ({ start, duration }: Timed): number => start + (duration ?? 0);

/** What has no end may hold whatever began after it. */
export const endOrNever = ({ start, duration }: Timed): number => (duration === null ? Infinity : start + duration);

interface TimedTrace {
  startedAt: Date;
  endedAt: Date;
  /** Spans of it that have no end. */
  open: number;
}

export interface Took {
  /** null = nothing is known of it. */
  milliseconds: number | null;
  /** It took this long or longer. */
  atLeast: boolean;
}

export function tookOf({ startedAt, endedAt, open }: TimedTrace): Took {
  return took(endedAt.getTime() - startedAt.getTime(), open > 0);
}

/** That something took at least no time at all says nothing. */
export const took = (milliseconds: number, atLeast: boolean): Took => ({
  milliseconds: atLeast && milliseconds <= 0 ? null : milliseconds,
  atLeast,
});
