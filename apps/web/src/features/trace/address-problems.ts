/**
 * Values in a trace's URL that the page does not know, each as a sentence, so that users notice that the page shows
 * something else. Pure.
 */
import { areOf, isOneOf, problemsOf, type AddressCheck } from '../../lib/address-problems.ts';
import { AXES, LANES, parseStepParam, TABS, VIEWS } from './trace-url.ts';

const CHECKS: readonly AddressCheck[] = [
  ['view', isOneOf(VIEWS), `is no view. There are ${VIEWS.join(', ')}.`],
  ['tab', isOneOf(TABS), `is no tab. There are ${TABS.join(', ')}.`],
  ['axis', isOneOf(AXES), `is no axis. There are ${AXES.join(' and ')}.`],
  ['hide', areOf(LANES), `are no lanes. There are ${LANES.join(', ')}.`],
  ['panel', isOneOf(['0', '1']), 'is no panel. Write 0 or 1.'],
  ['step', (value) => parseStepParam(value) !== undefined, 'is no step. Write 7, or 7b for its second call.'],
  ['at', (value) => /^-?\d+$/.test(value), 'is no step to go back to. Write 7.'],
];

export const addressProblems = (params: URLSearchParams): string[] => problemsOf(CHECKS, params);
