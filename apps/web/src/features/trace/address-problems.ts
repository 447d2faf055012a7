/** What the address of a trace says that the page does not know: each in a sentence, so that nobody takes what is shown for what was asked. Pure. */
import { AXES, LANES, parseStepParam, TABS, VIEWS } from './trace-url.ts';

type Check = [name: string, is: (value: string) => boolean, says: string];

const isIn = (known: readonly string[]) => (value: string) => known.includes(value);

const CHECKS: readonly Check[] = [
  ['view', isIn(VIEWS), `is no view. There are ${VIEWS.join(', ')}.`],
  ['tab', isIn(TABS), `is no tab. There are ${TABS.join(', ')}.`],
  ['axis', isIn(AXES), `is no axis. There are ${AXES.join(' and ')}.`],
  ['hide', (value) => value.split(',').every(isIn(LANES)), `are no lanes. There are ${LANES.join(', ')}.`],
  ['panel', isIn(['0', '1']), 'is no panel. Write 0 or 1.'],
  ['step', (value) => parseStepParam(value) !== undefined, 'is no step. Write 7, or 7b for its second call.'],
  ['at', (value) => /^-?\d+$/.test(value), 'is no step to go back to. Write 7.'],
];

/** Longer values are shown by their beginning. */
const LONGEST = 60;

export const addressProblems = (params: URLSearchParams): string[] =>
  CHECKS.flatMap(([name, is, says]) => {
    const value = params.get(name);
    return value === null || value === '' || is(value) ? [] : [`“${short(value)}” ${says}`];
  });

const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
