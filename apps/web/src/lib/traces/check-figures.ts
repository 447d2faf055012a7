/** What the checks found in a trace, in words: for cells, titles, and answers to agents. Pure. */
import { exactCount } from '../figures/format.ts';
import type { RouterOutputs } from '../requests/trpc.ts';
import { CHECK_NAMES } from './checks.ts';

export type TraceChecks = RouterOutputs['traces']['list']['traces'][number]['checks'];
export type CheckSummary = TraceChecks['found'][number];

/** `other-tool` to `other tool`. */
export const checkWords = (check: string): string => check.replaceAll('-', ' ');

const rankOf = (check: string): number => {
  const rank = CHECK_NAMES.findIndex((name) => name === check);
  return rank < 0 ? CHECK_NAMES.length : rank;
};

export const byRank = (one: { check: string }, other: { check: string }): number =>
  rankOf(one.check) - rankOf(other.check);

/** The worst first. Invented identifiers are unsourced values, too, and are not counted twice. */
export function shownChecks({ found }: Pick<TraceChecks, 'found'>): CheckSummary[] {
  const invented = found.find(({ check }) => check === 'invented-identifier')?.findings ?? 0;
  return found.filter(({ check, findings }) => check !== 'unsourced' || findings > invented).toSorted(byRank);
}

/** `(likely)`, or of several `(1 likely)`; '' when all are certain. */
export function sureWords({ findings, certain }: Pick<CheckSummary, 'findings' | 'certain'>): string {
  const likely = findings - certain;
  if (likely <= 0) return '';
  return certain === 0 ? '(likely)' : `(${exactCount(likely)} likely)`;
}

/** `repeated 2 (1 likely)` for each check. */
export const foundWords = (checks: Pick<TraceChecks, 'found'>): string[] =>
  shownChecks(checks).map((one) =>
    [checkWords(one.check), exactCount(one.findings), sureWords(one)].filter(Boolean).join(' '),
  );

/** What a trace without findings says, which was not always checked. */
export function stateWords({ state, partly }: TraceChecks): string {
  if (state === 'due') return 'not checked yet';
  if (state === 'failed') return 'the checks failed';
  if (state === 'none') return 'not checked';
  if (partly.length === 0) return 'nothing found';
  return `nothing found, not every step checked for: ${partly.map(checkWords).join(', ')}`;
}

export function checksWords(checks: TraceChecks): string {
  const found = foundWords(checks);
  if (found.length === 0) return stateWords(checks);
  const stale = checks.state === 'due' ? ['not checked yet since it changed'] : [];
  return [...found, ...stale].join(' · ');
}
