/** Whether a variant would have done in the place of the recorded setting. */
import type { ArmSummary } from '@subtext/evidence';

/**
 * `enough`: the same calls with the same arguments, and for less. `not_enough`: other calls. `unclear`: the intervals
 * are too wide for either.
 */
export type Verdict = 'enough' | 'not_enough' | 'unclear';

/** A variant may agree with the record by so much less than the recorded setting does, asked again. */
const TOLERANCE = 0.1;

/** undefined without any answer. `baseline`: without one, the record is taken to repeat itself. */
export function verdictOf(
  { sameAction, cost }: ArmSummary,
  baseline: Pick<ArmSummary, 'sameAction'> | undefined,
): Verdict | undefined {
  if (!sameAction) return undefined;
  const wanted = (baseline?.sameAction?.value ?? 1) - TOLERANCE;
  if (sameAction.high < wanted) return 'not_enough';
  return sameAction.low >= wanted && cost !== undefined && cost.high < 1 ? 'enough' : 'unclear';
}
