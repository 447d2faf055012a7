/** When a budget is used up, if spend goes on as in the period so far: an estimate. Pure. */
import type { Period } from './period.ts';

export interface Forecast {
  /** Nano-dollars at the end of the period. */
  endSpend: bigint;
  /** null: not in this period. */
  usedUpAt: Date | null;
}

/** With less of a period, one call would be taken for its rate. */
const LEAST_MS = 3_600_000;

/** null: nothing was spent yet, or the period has only just begun. */
export function forecastOf(
  { start, end }: Period,
  { spent, amount, at }: { spent: bigint; amount: bigint; at: Date },
): Forecast | null {
  const elapsed = Math.min(at.getTime(), end.getTime()) - start.getTime();
  if (spent <= 0n || elapsed < LEAST_MS) return null;
  const length = end.getTime() - start.getTime();
  const endSpend = (spent * BigInt(length)) / BigInt(elapsed);
  const usedUp = start.getTime() + (elapsed * Number(amount)) / Number(spent);
  return { endSpend, usedUpAt: spent < amount && usedUp < end.getTime() ? new Date(usedUp) : null };
}
