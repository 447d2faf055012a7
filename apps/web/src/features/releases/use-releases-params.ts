'use client';
// The URL parameters of the Releases page: `by`, `range`, `q`, and the two that are compared, `a` and `b`.
import { createParser, parseAsString, parseAsStringLiteral } from 'nuqs';
import { isOneOf, type AddressCheck } from '../../lib/address/address-problems.ts';
import { useQueryStates } from '../../lib/address/address-state.ts';
import { DEFAULT_RANGE, parseTimeRange } from '../../lib/time/time-range.ts';

export const RELEASE_CUTS = ['release', 'prompt', 'effort'] as const;

const isRange = (text: string): boolean => parseTimeRange(text, new Date()) !== undefined;

const PARAMS = {
  by: parseAsStringLiteral(RELEASE_CUTS).withDefault('release'),
  range: createParser({ parse: (text) => (isRange(text) ? text : null), serialize: String }).withDefault(DEFAULT_RANGE),
  q: parseAsString.withDefault(''),
  /** The baseline; absent: the one before `b`. */
  a: parseAsString,
  /** Absent: the one with the newest run. */
  b: parseAsString,
};

export const useReleasesParams = () => useQueryStates(PARAMS);
export type ReleasesParams = ReturnType<typeof useReleasesParams>[0];
export type SetReleasesParams = ReturnType<typeof useReleasesParams>[1];

export const CHECKS: readonly AddressCheck[] = [
  ['range', isRange, 'is not a time range for releases. Use 24h, 7d, or 2026-11-01..2026-11-08.'],
  ['by', isOneOf(RELEASE_CUTS), `is not what runs can be compared by. Use one of ${RELEASE_CUTS.join(', ')}.`],
];
