/** What the checks found in two runs, check by check. Pure. */
import { exactCount } from '../../../lib/figures/format.ts';
import {
  checkWords,
  shownChecks,
  stateWords,
  sureWords,
  byRank,
  type TraceChecks,
} from '../../../lib/traces/check-figures.ts';

export interface CheckDelta {
  name: string;
  a: string;
  b: string;
  /** `+2`, findings from A to B, or `same`; `—` where one run was not checked. */
  change: string;
}

export function checkDeltas(a: TraceChecks, b: TraceChecks): CheckDelta[] {
  const [ofA, ofB] = [shownChecks(a), shownChecks(b)];
  const checks = [...new Set([...ofA, ...ofB].map(({ check }) => check))].map((check) => ({ check }));
  return checks.toSorted(byRank).map(({ check }) => {
    const [left, right] = [ofA, ofB].map((found) => found.find((one) => one.check === check));
    const areKnown = (left ?? isChecked(a, check)) && (right ?? isChecked(b, check));
    const change = (right?.findings ?? 0) - (left?.findings ?? 0);
    return {
      name: checkWords(check),
      a: wordsOf(a, { check, found: left }),
      b: wordsOf(b, { check, found: right }),
      change: !areKnown ? '—' : change === 0 ? 'same' : `${change > 0 ? '+' : '−'}${exactCount(Math.abs(change))}`,
    };
  });
}

/** Without findings, this check looked at every step. */
const isChecked = ({ state, partly }: TraceChecks, check: string): boolean =>
  state === 'checked' && !partly.includes(check);

interface FoundOf {
  check: string;
  found: TraceChecks['found'][number] | undefined;
}

function wordsOf(of: TraceChecks, { check, found }: FoundOf): string {
  if (found) return [exactCount(found.findings), sureWords(found)].filter(Boolean).join(' ');
  if (isChecked(of, check)) return '0';
  return of.state === 'checked' ? 'partly checked' : stateWords(of);
}
