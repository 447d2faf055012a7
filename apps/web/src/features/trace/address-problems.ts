/** What the address of a trace says that the page does not know: each in a sentence, so that nobody takes what is shown for what was asked. Pure. */
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
