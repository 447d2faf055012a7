'use client';
// The URL parameters of a session: the current turn, whether thoughts are open, chart or table.
import { createParser, parseAsInteger, parseAsStringLiteral } from 'nuqs';
import { useQueryStates } from '../../lib/address/address-state.ts';
import { isOneOf, type AddressCheck } from '../../lib/address/address-problems.ts';

const PARAMS = {
  /** Counted from 1. */
  turn: parseAsInteger,
  open: parseAsStringLiteral(['thoughts'] as const),
  /** `tables=1`, or absent. */
  tables: createParser({ parse: (text) => text === '1', serialize: () => '1' }).withDefault(false),
};

export const useSessionUrl = () => useQueryStates(PARAMS);

export const CHECKS: readonly AddressCheck[] = [
  ['turn', (value) => /^\d+$/.test(value), 'is not a turn. Use a number, such as 3.'],
  ['open', isOneOf(['thoughts']), 'cannot be opened. Use thoughts.'],
];
