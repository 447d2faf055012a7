'use client';
// What the address of the live screen says: the filter, and whether it is paused.
import { parseAsInteger, parseAsString, useQueryStates } from 'nuqs';

const PARAMS = {
  q: parseAsString.withDefault(''),
  /** 1 = paused. */
  paused: parseAsInteger.withDefault(0),
};

export const useLiveUrl = () => useQueryStates(PARAMS);
