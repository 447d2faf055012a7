/** How two runs were scored, name by name, and how far the numbers are apart. Pure. */
import { scoreNumber, valueWords, type ScoreSummary, type TraceScores } from '../../../lib/traces/score-figures.ts';

export const NOT_SCORED = 'not scored';

export interface ScoreDelta {
  name: string;
  a: string;
  b: string;
  /** `+0.2`, from the means of A to B; `same` or `differs` for other values; `—` where one run was not scored. */
  change: string;
}

export function scoreDeltas(a: TraceScores, b: TraceScores): ScoreDelta[] {
  const names = new Set([...a.scores, ...b.scores].map(({ name }) => name));
  const named = ({ scores }: TraceScores, name: string) => scores.find((score) => score.name === name);
  return [...names].sort().map((name) => {
    const [left, right] = [named(a, name), named(b, name)];
    return { name, a: wordsOf(a, left), b: wordsOf(b, right), change: changeOf(left, right) };
  });
}

/** A trace with more names than were loaded may have this one, too. */
const wordsOf = ({ more }: TraceScores, score: ScoreSummary | undefined): string =>
  score ? valueWords(score) : more > 0 ? '…' : NOT_SCORED;

function changeOf(a: ScoreSummary | undefined, b: ScoreSummary | undefined): string {
  if (!a || !b) return '—';
  if (!a.numbers || !b.numbers) return valueWords(a) === valueWords(b) ? 'same' : 'differs';
  const change = b.numbers.mean - a.numbers.mean;
  if (change === 0) return 'same';
  return `${change > 0 ? '+' : '−'}${scoreNumber(Math.abs(change))}`;
}
