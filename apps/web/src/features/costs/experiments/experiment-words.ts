// The words for experiments: states, shares with their intervals, progress. Pure.
import { percent } from '../../../lib/figures/format.ts';
import { pagePath } from '../../../lib/address/pages.ts';
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';

export type ListedExperiment = RouterOutputs['experiments']['list']['rows'][number];
export type ShownExperiment = RouterOutputs['experiments']['one'];
export type ShownArm = ShownExperiment['arms'][number];
export type ShownStep = RouterOutputs['experiments']['steps']['rows'][number];

const STATES: Readonly<Record<ListedExperiment['state'], string>> = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  stopped: 'stopped',
  out_of_budget: 'out of budget',
  failed: 'failed',
};

export const stateWords = ({ state }: Pick<ListedExperiment, 'state'>): string => STATES[state];

export const isOpen = ({ state }: Pick<ListedExperiment, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** Requests that have ended, of all. */
export function progressOf({ answers }: Pick<ListedExperiment, 'answers'>): { ended: number; all: number } {
  const { waiting, asked, ...ended } = answers;
  const count = Object.values(ended).reduce((sum, one) => sum + one, 0);
  return { ended: count, all: count + waiting + asked };
}

interface Measured {
  value: number;
  low: number;
  high: number | null;
}

/** `94 % (90–96 %)`: the interval is not symmetric near 0 and 100 %. */
export function measuredWords(measured: Measured | null, unknown = 'not known'): string {
  if (!measured) return unknown;
  const { value, low, high } = measured;
  return `${percent(value)} (${percent(low)} to ${high === null ? 'unbounded' : percent(high)})`;
}

export const dollars = (amount: number): string => `$${amount.toFixed(amount < 1 ? 4 : 2)}`;

export const experimentsPath = (project: string): string => `${pagePath(project, 'costs')}/experiments`;
export const experimentPath = (project: string, id: string): string => `${experimentsPath(project)}/${id}`;

/** The answers of a step in one variant, as a few words. */
export function answersWords(answers: ShownStep['answers']): string {
  if (answers.length === 0) return 'not asked yet';
  const answered = answers.filter(({ state }) => state === 'answered');
  if (answered.length === 0) return answers[0]!.state.replaceAll('_', ' ');
  const same = answered.filter(({ isSameCall }) => isSameCall).length;
  const differs = answered.filter(
    ({ isSameCall, argumentsMatch }) => isSameCall && argumentsMatch === 'different',
  ).length;
  const call =
    same === answered.length ? 'same call' : same === 0 ? 'another call' : `same call in ${same} of ${answered.length}`;
  return differs > 0 ? `${call}, other arguments in ${differs}` : call;
}
