// What the findings of each check concern, as a table, and for a week. Pure; for the costs screen and the read API.
import { dollars, type TableColumn } from '../files/table.ts';
import type { RouterOutputs } from '../requests/trpc.ts';
import type { TimeRange } from '../time/time-range.ts';

/** The name of the grouping beside SPEND_CUTS. */
export const CHECK_CUT = 'check';

export type SpendOfCheck = RouterOutputs['costs']['checks']['rows'][number];

const WEEK = 7 * 24 * 60 * 60 * 1000;

/**
 * Nano-dollars in a week, on average. null: not known, or the range is shorter, or not all of its runs were summed: it
 * would have to be guessed.
 */
export function costPerWeek(
  { cost, capped }: Pick<SpendOfCheck, 'cost' | 'capped'>,
  { from, to }: TimeRange,
  isPart: boolean,
): bigint | null {
  const length = to.getTime() - from.getTime();
  if (cost === null || capped || isPart || length < WEEK) return null;
  return (cost * BigInt(WEEK)) / BigInt(length);
}

const money = (nano: bigint | null) => (nano === null ? null : dollars(nano));

/** `isPart`: only the newest traces were summed. */
export const checkColumns = (range: TimeRange, isPart: boolean): readonly TableColumn<SpendOfCheck>[] => [
  ['check', (row) => row.check],
  ['runs', (row) => row.runs],
  ['findings', (row) => row.findings],
  ['certain_findings', (row) => row.certain],
  ['concerned_tokens', (row) => row.tokens],
  ['findings_without_tokens', (row) => row.withoutTokens],
  ['concerned_usd', (row) => money(row.cost)],
  ['findings_without_cost', (row) => row.withoutCost],
  ['concerned_per_week_usd', (row) => money(costPerWeek(row, range, isPart))],
];
