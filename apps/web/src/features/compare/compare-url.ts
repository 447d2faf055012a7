'use client';
// The URL parameters of a comparison: the two traces, or the runs of a table, the current step, and whether only
// differences are shown.
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import { useQueryStates } from '../../lib/address/address-state.ts';
import { MOST_COMPARED } from '../../lib/address/pages.ts';
import { isTraceId } from '../../lib/address/trace-id.ts';
import { isOneOf, type AddressCheck } from '../../lib/address/address-problems.ts';

const PARAMS = {
  a: parseAsString.withOptions({ history: 'push' }),
  b: parseAsString.withOptions({ history: 'push' }),
  /** Three or more traces, with commas between them: a table, as long as no pair of them is open. */
  runs: parseAsString,
  step: parseAsString,
  only: parseAsStringLiteral(['diff']),
};

export const useCompareUrl = () => useQueryStates(PARAMS);
export type SetCompareUrl = ReturnType<typeof useCompareUrl>[1];

/** An invalid trace id makes the screen ask for a trace again. */
export const CHECKS: readonly AddressCheck[] = [
  ['step', (value) => /^b?\d+$/.test(value), 'is not a step. Use 7, or b7 for a step that only B has.'],
  ['only', isOneOf(['diff']), 'is not a value of “only”. Use diff.'],
];

/** Each run once, as far as they are ids; empty when there are too few for a table. */
export function runsOf(runs: string | null): string[] {
  const ids = [...new Set((runs ?? '').split(',').filter(isTraceId))];
  return ids.length > 2 ? ids.slice(0, MOST_COMPARED) : [];
}
