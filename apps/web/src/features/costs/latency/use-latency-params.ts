'use client';
// The URL parameters of the latency screen: `range`, `q` and `tables` as on the costs screen; `by` and `of` say whose
// days are shown.
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import { isOneOf, type AddressCheck } from '../../../lib/address/address-problems.ts';
import { useQueryStates } from '../../../lib/address/address-state.ts';
import { LATENCY_CUTS } from '../../../lib/figures/latency-cuts.ts';
import { CHECKS as COSTS_CHECKS, PARAMS as COSTS_PARAMS } from '../use-costs-params.ts';

const { range, q, tables } = COSTS_PARAMS;
const PARAMS = {
  ...{ range, q, tables },
  by: parseAsStringLiteral(LATENCY_CUTS).withDefault('model'),
  /** A model, agent or tool; absent: all of them. */
  of: parseAsString,
};

export const useLatencyParams = () => useQueryStates(PARAMS);
export type LatencyParams = ReturnType<typeof useLatencyParams>[0];
export type SetLatencyParams = ReturnType<typeof useLatencyParams>[1];

export const CHECKS: readonly AddressCheck[] = [
  ...COSTS_CHECKS.filter(([param]) => param === 'range'),
  ['by', isOneOf(LATENCY_CUTS), `is not a way to group latency. Use one of ${LATENCY_CUTS.join(', ')}.`],
];
