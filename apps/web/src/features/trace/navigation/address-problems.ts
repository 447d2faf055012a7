/**
 * Values in a trace's URL that the page does not know, each as a sentence, so that users notice that the page shows
 * something else. Pure.
 */
import { areOf, isOneOf, problemsOf, type AddressCheck } from '../../../lib/address-problems.ts';
import { AXES, LANES, parseStepParam, TABS, VIEWS } from './trace-url.ts';

const CHECKS: readonly AddressCheck[] = [
  ['view', isOneOf(VIEWS), `is not a view. Use one of ${VIEWS.join(', ')}.`],
  ['tab', isOneOf(TABS), `is not a tab. Use one of ${TABS.join(', ')}.`],
  ['axis', isOneOf(AXES), `is not an axis. Use one of ${AXES.join(' and ')}.`],
  ['hide', areOf(LANES), `are not lanes. Use some of ${LANES.join(', ')}.`],
  ['panel', isOneOf(['0', '1']), 'is not a panel state. Use 0 or 1.'],
  ['step', (value) => parseStepParam(value) !== undefined, 'is not a step. Use 7, or 7b for its second call.'],
  ['at', (value) => /^-?\d+$/.test(value), 'is not a step to go back to. Use a number, such as 7.'],
];

export const addressProblems = (params: URLSearchParams): string[] => problemsOf(CHECKS, params);
