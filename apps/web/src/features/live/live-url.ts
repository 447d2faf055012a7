'use client';
// The URL parameters of the live screen: the filter, and whether it is paused.
import { parseAsInteger, parseAsString } from 'nuqs';
import { useQueryStates } from '../../lib/address/address-state.ts';
import { isOneOf, type AddressCheck } from '../../lib/address/address-problems.ts';

const PARAMS = {
  q: parseAsString.withDefault(''),
  /** 1 = paused. */
  paused: parseAsInteger.withDefault(0),
};

export const useLiveUrl = () => useQueryStates(PARAMS);

export const CHECKS: readonly AddressCheck[] = [['paused', isOneOf(['0', '1']), 'is not a pause state. Use 1 or 0.']];
