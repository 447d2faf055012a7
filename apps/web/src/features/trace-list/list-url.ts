'use client';
// What the address of the list says: filter, range, sort. The server parses the filter itself; here it is only drawn.
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';

export const SORTS = ['age', 'cost', 'hidden'] as const;

const PARAMS = {
  q: parseAsString.withDefault(''),
  range: parseAsString.withDefault('24h'),
  sort: parseAsStringLiteral(SORTS).withDefault('age'),
};

export const useListUrl = () => useQueryStates(PARAMS);
export type ListUrl = ReturnType<typeof useListUrl>[0];
export type SetListUrl = ReturnType<typeof useListUrl>[1];
