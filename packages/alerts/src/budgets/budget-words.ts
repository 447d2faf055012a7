/** The sentences of budgets. They contain names and figures, and never a text of a trace. Pure. */
import type { SavedBudget } from '@subtext/db';
import { valueWords } from '../words.ts';
import { dollarsOf } from './budget.ts';
import type { Forecast } from './forecast.ts';
import type { Period } from './period.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export const nanoWords = (nanos: bigint): string => valueWords('spend', dollarsOf(nanos));

const SUBJECTS = { project: 'the project', agent: 'agent', user: 'user' } as const;

const subjectWords = ({ subject, subjectName }: Pick<SavedBudget, 'subject' | 'subjectName'>): string =>
  [SUBJECTS[subject], subjectName].filter(Boolean).join(' ');

/** "Spend of agent planner: $50 a month." */
export const budgetWords = (budget: Pick<SavedBudget, 'subject' | 'subjectName' | 'amount' | 'period'>): string =>
  `Spend of ${subjectWords(budget)}: ${nanoWords(budget.amount)} a ${budget.period}.`;

interface ReachedFacts extends Pick<SavedBudget, 'subject' | 'subjectName' | 'amount' | 'period'> {
  threshold: number;
  spent: bigint;
  unpriced: number;
  within: Period;
  forecast: Forecast | null;
}

/** That a threshold was reached, in a few sentences. */
export function reachedWords(facts: ReachedFacts): string {
  const { amount, period, threshold, spent, unpriced, within, forecast } = facts;
  const since =
    period === 'day' ? `on ${DAY.format(within.start)}` : `in the ${period} from ${DAY.format(within.start)}`;
  return [
    `Spend of ${subjectWords(facts)} has reached ${threshold} % of its budget: ${unpriced > 0 ? 'at least ' : ''}${nanoWords(spent)} of ${nanoWords(amount)} ${since} (UTC).`,
    unpriced > 0 &&
      `${unpriced === 1 ? 'A call without a price is' : `${unpriced} calls without a price are`} not in it.`,
    forecast?.usedUpAt && `At this rate it is used up on ${DAY.format(forecast.usedUpAt)} (estimated).`,
    `The next ${period} begins on ${DAY.format(within.end)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
