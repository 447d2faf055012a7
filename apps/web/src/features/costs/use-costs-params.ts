'use client';
// The URL of the costs screen: `range`, `by`, `unit`, `q`, `tables`.
import { createParser, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { CUTS } from './cuts.ts';
import { SPEND_UNITS } from './spend.ts';

const PARAMS = {
  range: parseAsString.withDefault('30d'),
  by: parseAsStringLiteral(CUTS).withDefault('model'),
  unit: parseAsStringLiteral(SPEND_UNITS).withDefault('usd'),
  q: parseAsString.withDefault(''),
  /** `tables=1`, or not there. */
  tables: createParser({ parse: (text) => text === '1', serialize: () => '1' }).withDefault(false),
};

export const useCostsParams = () => useQueryStates(PARAMS);
export type CostsParams = ReturnType<typeof useCostsParams>[0];
export type SetCostsParams = ReturnType<typeof useCostsParams>[1];
