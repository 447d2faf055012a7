'use client';
// The URL parameters of the costs screen: `range`, `by`, `unit`, `q`, `tables`, and for good runs `score`, `least` and
// `good`.
import { createParser, parseAsArrayOf, parseAsFloat, parseAsString, parseAsStringLiteral } from 'nuqs';
import { useQueryStates } from '../../lib/address/address-state.ts';
import { isOneOf, type AddressCheck } from '../../lib/address/address-problems.ts';
import { DEFAULT_RANGE, parseTimeRange } from '../../lib/time/time-range.ts';
import { CUTS } from './cuts/cuts.ts';
import { SPEND_UNITS } from './spend.ts';

const isRange = (text: string): boolean => parseTimeRange(text, new Date()) !== undefined;

export const PARAMS = {
  range: createParser({ parse: (text) => (isRange(text) ? text : null), serialize: String }).withDefault(DEFAULT_RANGE),
  by: parseAsStringLiteral(CUTS).withDefault('model'),
  unit: parseAsStringLiteral(SPEND_UNITS).withDefault('usd'),
  q: parseAsString.withDefault(''),
  /** The name of the score by which runs are good; absent: the most frequent one. */
  score: parseAsString,
  /** Numbers are good from here on. */
  least: parseAsFloat.withDefault(0.5),
  /** The categories that are good. */
  good: parseAsArrayOf(parseAsString).withDefault([]),
  /** `tables=1`, or absent. */
  tables: createParser({ parse: (text) => text === '1', serialize: () => '1' }).withDefault(false),
};

export const useCostsParams = () => useQueryStates(PARAMS);
export type CostsParams = ReturnType<typeof useCostsParams>[0];
export type SetCostsParams = ReturnType<typeof useCostsParams>[1];

export const CHECKS: readonly AddressCheck[] = [
  ['range', isRange, 'is not a time range for costs. Use 24h, 7d, or 2026-11-01..2026-11-08.'],
  ['by', isOneOf(CUTS), `is not a way to group costs. Use one of ${CUTS.join(', ')}.`],
  ['unit', isOneOf(SPEND_UNITS), `is not a unit. Use one of ${SPEND_UNITS.join(' and ')}.`],
  ['least', (text) => text.trim() !== '' && Number.isFinite(Number(text)), 'is not a number from which runs are good.'],
];
