// A budget while it is edited: numbers are the texts that a user typed. Pure.
import type { Budget } from './budget-words.ts';

export interface BudgetDraft extends Pick<Budget, 'subject' | 'period'> {
  name: string;
  subjectName: string;
  dollars: string;
  /** `50, 80, 100` */
  thresholds: string;
  destinations: readonly string[];
}

export const NEW_DRAFT: BudgetDraft = {
  ...{ name: '', subject: 'project', subjectName: '', dollars: '', period: 'month' },
  ...{ thresholds: '50, 80, 100', destinations: [] },
};

export function draftOf({ name, budget }: { name: string; budget: Budget }): BudgetDraft {
  const { dollars, thresholds, subjectName, ...rest } = budget;
  return {
    ...rest,
    name,
    subjectName: subjectName ?? '',
    dollars: String(dollars),
    thresholds: thresholds.join(', '),
  };
}

const MAX_DOLLARS = 1_000_000_000;
const MAX_THRESHOLDS = 10;
const MAX_PERCENT = 1_000;

export function dollarsProblem(typed: string): string | undefined {
  const isAmount = /^\d+(\.\d{1,2})?$/.test(typed.trim());
  const isInRange = Number(typed) >= 0.01 && Number(typed) <= MAX_DOLLARS;
  return isAmount && isInRange ? undefined : 'An amount in dollars, such as 500 or 12.50.';
}

export function thresholdsProblem(typed: string): string | undefined {
  const found = thresholdsOf(typed);
  const isRight = found.every((percent) => Number.isInteger(percent) && percent >= 1 && percent <= MAX_PERCENT);
  if (isRight && found.length <= MAX_THRESHOLDS && new Set(found).size === found.length) return undefined;
  return `Up to ${MAX_THRESHOLDS} different whole numbers from 1 to ${MAX_PERCENT.toLocaleString('en')}, such as 50, 80, 100.`;
}

const thresholdsOf = (typed: string): number[] =>
  typed.split(/[\s,;%]+/).flatMap((word, index, all) => (word === '' && all.length > 1 ? [] : [Number(word || NaN)]));

/** undefined while something cannot be used. */
export function budgetOf(draft: BudgetDraft): Budget | undefined {
  const { subject, period, destinations } = draft;
  const subjectName = draft.subjectName.trim();
  if (dollarsProblem(draft.dollars) ?? thresholdsProblem(draft.thresholds)) return undefined;
  if (subject !== 'project' && subjectName === '') return undefined;
  return {
    ...{ subject, period, destinations: [...destinations] },
    subjectName: subject === 'project' ? null : subjectName,
    dollars: Number(draft.dollars),
    thresholds: thresholdsOf(draft.thresholds),
  };
}
