'use client';
// The URL parameters of a comparison: the two traces, the current step, and whether only differences are shown.
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import { useQueryStates } from '../../lib/address/address-state.ts';
import { isOneOf, type AddressCheck } from '../../lib/address/address-problems.ts';

const PARAMS = {
  a: parseAsString.withOptions({ history: 'push' }),
  b: parseAsString.withOptions({ history: 'push' }),
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
