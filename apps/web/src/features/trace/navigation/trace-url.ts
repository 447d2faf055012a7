'use client';
// The URL parameters of a trace page: view, step (`7` or `7b`), time travel, panel and its tab, find, axis, hidden
// lanes.
import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs';
import { areOf, isOneOf, type AddressCheck } from '../../../lib/address/address-problems.ts';
import { useQueryStates } from '../../../lib/address/address-state.ts';

export const VIEWS = ['why', 'spans', 'messages', 'raw'] as const;
export const TABS = ['why', 'got', 'paid', 'seen', 'raw'] as const;
export const LANES = ['thought', 'said', 'did'] as const;
export const AXES = ['order', 'time'] as const;
export type Tab = (typeof TABS)[number];

const PARAMS = {
  view: parseAsStringLiteral(VIEWS).withDefault('why').withOptions({ history: 'push' }),
  step: parseAsString,
  /** A span of the step instead of its number, for links from places that do not have the number. */
  span: parseAsString,
  /** Time travel: shows the trace as of this step. */
  at: parseAsInteger.withOptions({ history: 'push' }),
  tab: parseAsStringLiteral(TABS).withDefault('why'),
  /** 0 or 1; when absent, the panel is open if the window is wide enough. */
  panel: parseAsInteger,
  find: parseAsString.withDefault(''),
  axis: parseAsStringLiteral(AXES).withDefault('order'),
  /** 1 = which agent called which is shown above the steps. */
  agents: parseAsInteger,
  hide: parseAsArrayOf(parseAsStringLiteral(LANES)).withDefault([]),
};

export const useTraceUrl = () => useQueryStates(PARAMS);
export type TraceUrl = ReturnType<typeof useTraceUrl>[0];
export type SetTraceUrl = ReturnType<typeof useTraceUrl>[1];

/** `7b` → step 7, its second call; undefined for an invalid value. */
export function parseStepParam(text: string | null): { number: number; call: number } | undefined {
  const match = /^(\d{1,7})([a-z]{0,3})$/.exec(text ?? '');
  if (!match) return undefined;
  const letters = (match[2] ?? '').toLowerCase();
  const call = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
  return { number: Number(match[1]), call };
}

export const CHECKS: readonly AddressCheck[] = [
  ['view', isOneOf(VIEWS), `is not a view. Use one of ${VIEWS.join(', ')}.`],
  ['tab', isOneOf(TABS), `is not a tab. Use one of ${TABS.join(', ')}.`],
  ['axis', isOneOf(AXES), `is not an axis. Use one of ${AXES.join(' and ')}.`],
  ['hide', areOf(LANES), `are not lanes. Use some of ${LANES.join(', ')}.`],
  ['panel', isOneOf(['0', '1']), 'is not a panel state. Use 0 or 1.'],
  ['agents', isOneOf(['0', '1']), 'is not a state of the agents. Use 0 or 1.'],
  ['step', (value) => parseStepParam(value) !== undefined, 'is not a step. Use 7, or 7b for its second call.'],
  ['at', (value) => /^-?\d+$/.test(value), 'is not a step to go back to. Use a number, such as 7.'],
];
