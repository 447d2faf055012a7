/** How a trace ended, in a mark and in words: the same in the list and wherever a trace is chosen. */
import { NO_END, NOT_REPORTED } from '../figures/format.ts';
import { quietLimit } from '../live/quiet-limit.ts';

export const OUTCOMES = {
  error: { mark: '✕', says: 'with an error' },
  recovered: { mark: '✓', says: 'done, after an error' },
  running: { mark: '◐', says: 'may still be running' },
  noEnd: { mark: NOT_REPORTED, says: NO_END },
  done: { mark: '✓', says: 'done' },
} as const;

export interface EndedTrace {
  errors: number;
  hasNoEnd: boolean;
  recovered: boolean;
  answered: boolean;
  quietMs: number;
  snapshots: number;
}

/** The same words as in the header of the trace page. */
export function outcomeOf(trace: EndedTrace): keyof typeof OUTCOMES {
  const { errors, hasNoEnd, recovered, quietMs, snapshots } = trace;
  if (quietMs < quietLimit(trace)) return 'running';
  if (errors > 0 && !recovered) return 'error';
  return hasNoEnd || snapshots > 0 ? 'noEnd' : recovered ? 'recovered' : 'done';
}
