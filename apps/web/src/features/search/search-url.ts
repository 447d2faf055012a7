'use client';
// The URL parameters of the search: query, fields, range, grouping.
import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs';
import { useQueryStates } from '../../lib/address/address-state.ts';
import { areOf, isOneOf, type AddressCheck } from '../../lib/address/address-problems.ts';
import { isTraceId } from '../../lib/address/trace-id.ts';
import { DEFAULT_RANGE } from '../../lib/time/time-range.ts';

export const FIELDS = ['thought', 'said', 'args', 'result', 'answer'] as const;
export const GROUPS = ['trace', 'tool', 'model'] as const;
export type Field = (typeof FIELDS)[number];

export const FIELD_LABELS: Readonly<Record<Field, string>> = {
  thought: 'thought',
  said: 'preamble',
  args: 'args',
  result: 'results',
  answer: 'answer',
};

const PARAMS = {
  q: parseAsString.withDefault(''),
  in: parseAsArrayOf(parseAsStringLiteral(FIELDS)).withDefault(['thought', 'said', 'answer']),
  range: parseAsString.withDefault(DEFAULT_RANGE),
  group: parseAsStringLiteral(GROUPS).withDefault('trace'),
  /** 1: search many more of today's traces. */
  far: parseAsInteger,
  /** The trace in the peek beside the hits. */
  peek: parseAsString,
};

export const useSearchUrl = () => useQueryStates(PARAMS);
export type SearchUrl = ReturnType<typeof useSearchUrl>[0];
export type SetSearchUrl = ReturnType<typeof useSearchUrl>[1];

/** An invalid range is reported above the hits. */
export const CHECKS: readonly AddressCheck[] = [
  ['in', areOf(FIELDS), `are not search fields. Use some of ${FIELDS.join(', ')}.`],
  ['group', isOneOf(GROUPS), `is not a way to group hits. Use one of ${GROUPS.join(', ')}.`],
  ['peek', isTraceId, 'is not a trace id.'],
];

/** In the order on the screen, without duplicates, at least one. */
export const fieldsOf = (given: readonly Field[]): Field[] => {
  const chosen = FIELDS.filter((field) => given.includes(field));
  return chosen.length > 0 ? chosen : ['thought'];
};
