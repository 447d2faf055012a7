/** The rows of the spend by score: their words, their traces, and which of them are good runs. Pure. */
import { scoreText } from '../../../lib/traces/filter-text.ts';
import { scoreNumber } from '../../../lib/traces/score-figures.ts';
import type { SpendOfScore } from '../answer.ts';
import { NO_SPEND } from '../../../lib/figures/spend-tables.ts';
import { sumMeasures, toSpend, type Spend } from '../spend.ts';

/** What counts as good: thumbs up always, numbers from `least` on, and the chosen categories. */
export interface GoodRule {
  least: number;
  categories: readonly string[];
}

export type ScoreRow = Pick<SpendOfScore, 'outcome' | 'category'>;

type Figures = Omit<SpendOfScore, 'outcome' | 'category'>;

/** In dollars. The number of embeddings and the like is not known, but in a row with runs something was counted. */
export function spendOf(row: Figures): Spend {
  const spend = toSpend({ ...NO_SPEND, ...row }, 'usd');
  return { ...spend, counted: row.runs === 0 ? spend.counted : Math.max(spend.counted, 1) };
}

/** All rows together. */
export function sumOfRows(rows: readonly SpendOfScore[]): Figures {
  const runs = rows.map((row) => row.runs);
  const isKnown = runs.every((count) => count !== null);
  return {
    ...sumMeasures(rows.map((row) => ({ ...NO_SPEND, ...row }))),
    runs: isKnown ? runs.reduce((sum, count) => sum + count, 0) : null,
  };
}

export function rowWords({ outcome, category }: ScoreRow, least: number): string {
  switch (outcome) {
    case 'up':
      return 'Thumbs up';
    case 'down':
      return 'Thumbs down';
    case 'good':
      return `≥ ${scoreNumber(least)}`;
    case 'low':
      return `< ${scoreNumber(least)}`;
    case 'category':
      return category ?? '';
    case 'several':
      return 'Several values';
    case 'other':
      return 'Other categories';
    case 'none':
      return 'Not scored';
  }
}

export const isGood = ({ outcome, category }: ScoreRow, { categories }: GoodRule): boolean =>
  outcome === 'up' || outcome === 'good' || (category !== null && categories.includes(category));

/** The filter that finds the traces of a row; undefined where none does. */
export function rowFilter({ outcome, category }: ScoreRow, { name, least }: { name: string; least: number }) {
  const score = (value: string) => scoreText(name, value);
  switch (outcome) {
    case 'up':
      return `${score('=up')} -${score('=down')}`;
    case 'down':
      return score('=down');
    case 'good':
      return `${score(`>=${least}`)} -${score(`<${least}`)}`;
    case 'low':
      return score(`<${least}`);
    case 'category':
      return score(`=${category}`);
    case 'none':
      return `-${score('')}`;
    default:
      return undefined;
  }
}

export interface GoodRuns {
  good: number;
  /** Runs with a score of the name. */
  scored: number;
  /** Nano-dollars that the scored runs cost, the bad ones, too. */
  cost: bigint;
  /** What one good run costs with the bad ones; null: there is none, or the cost has no value. */
  perGood: bigint | null;
  /** A call has no price. */
  isAtLeast: boolean;
}

export function goodRuns(rows: readonly SpendOfScore[], rule: GoodRule): GoodRuns {
  const scored = rows.filter(({ outcome }) => outcome !== 'none');
  const runsOf = (some: readonly SpendOfScore[]) => some.reduce((sum, { runs }) => sum + (runs ?? 0), 0);
  const good = runsOf(scored.filter((row) => isGood(row, rule)));
  const spends = scored.map(spendOf);
  const cost = spends.reduce((sum, { total }) => sum + total, 0n);
  return {
    good,
    scored: runsOf(scored),
    cost,
    perGood: good === 0 || cost === 0n ? null : cost / BigInt(good),
    isAtLeast: spends.some(({ unpriced }) => unpriced > 0),
  };
}

/** `thumbs up`, `a number of at least 0.5`, `friendly or polite`: what good means for these rows; '' for nothing. */
export function ruleWords(rows: readonly ScoreRow[], { least, categories }: GoodRule): string {
  const has = (...outcomes: ScoreRow['outcome'][]) => rows.some(({ outcome }) => outcomes.includes(outcome));
  const named = categories.filter((category) => rows.some((row) => row.category === category));
  return [
    ...(has('up', 'down') ? ['thumbs up'] : []),
    ...(has('good', 'low') ? [`a number of at least ${scoreNumber(least)}`] : []),
    ...named,
  ].join(' or ');
}
