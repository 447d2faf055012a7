// A retention period as the dialog edits it.
import { plural } from '../../lib/figures/format.ts';

export interface Period {
  /** '' = the whole project. */
  environment: string;
  /** null = no limit; undefined = as the whole project. */
  keepDays: number | null | undefined;
}

export const MAX_DAYS = 36_500;

/** Reads a typed number of days; undefined when it is none. */
export function readDays(typed: string): number | undefined {
  const days = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : 0;
  return days >= 1 && days <= MAX_DAYS ? days : undefined;
}

export const keptFor = (keepDays: number | null): string => (keepDays === null ? 'no limit' : plural(keepDays, 'day'));
