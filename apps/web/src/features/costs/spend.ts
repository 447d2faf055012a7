// What the rollups' measures mean on the screen: parts, total, hidden share and coverage. Pure; used by the costs
// screen.
import { money, shareOf, tokens } from '../../lib/figures/format.ts';
import {
  costStateOf,
  hiddenOf,
  thinkingOf,
  reportedHidden,
  totalOf,
  type CostParts,
} from '../../lib/figures/cost-parts.ts';
import { costParts, NO_SPEND } from '../../lib/figures/spend-tables.ts';
import { usageSources } from '../../lib/figures/usage-sources.ts';
import { coverageOf } from '../../lib/figures/count-words.ts';
import type { SpendMeasures } from './answer.ts';

/** The unit of all sums: nano-dollars or tokens. */
export const SPEND_UNITS = ['usd', 'tokens'] as const;
export type SpendUnit = (typeof SPEND_UNITS)[number];

export interface Spend {
  parts: CostParts;
  total: bigint;
  /** True if the total has a value; always `amount` for tokens. */
  state: ReturnType<typeof costStateOf>;
  thinking: bigint;
  hidden: bigint;
  /** False when no model call reports its thinking: a 0 then means "not reported". */
  hasReport: boolean;
  /** Divided by the total; undefined when the total is 0. */
  thinkingShare: number | undefined;
  hiddenShare: number | undefined;
  /** The share of `sources` that report thinking tokens; undefined without any. */
  coverage: number | undefined;
  /** Model calls of all kinds, plus runs that are counted in place of their model calls. 0 means that nothing happened. */
  counted: number;
  /** Model calls that report their own usage, plus those runs. */
  sources: number;
  /** How many of `sources` are runs. */
  runs: number;
  /** How many of `sources` report thinking tokens. */
  reporting: number;
  unpriced: number;
}

type Amounts = Omit<SpendMeasures, (typeof COUNT_FIELDS)[number]>;

const COUNT_FIELDS = [
  ...(['generations', 'generationsReporting', 'generationsUnpriced'] as const),
  ...(['runsCounted', 'generationsInRuns', 'taskCalls', 'errors'] as const),
] as const;

const COST_FIELDS = ['inputCost', 'answerCost', 'readableCost', 'summaryCost', 'noTextCost', 'untoldCost'] as const;

const tokenParts = (measures: Amounts): CostParts => ({
  input: measures.inputTokens,
  answer: measures.outputTokens > measures.reasoningTokens ? measures.outputTokens - measures.reasoningTokens : 0n,
  readable: measures.readableTokens,
  summary: measures.summaryTokens,
  noText: measures.noTextTokens,
  untold: measures.untoldTokens,
});

export function toSpend(measures: SpendMeasures, unit: SpendUnit): Spend {
  const parts = unit === 'usd' ? costParts(measures) : tokenParts(measures);
  const total = totalOf(parts);
  return {
    parts,
    total,
    state: unit === 'usd' ? costStateOf({ ...measures, costs: parts }) : 'amount',
    thinking: thinkingOf(parts),
    hidden: hiddenOf(parts),
    hasReport: thinkingOf(parts) > 0n || reportedHidden({ ...measures, costs: parts }) !== null,
    thinkingShare: shareOf(thinkingOf(parts), total),
    hiddenShare: shareOf(hiddenOf(parts), total),
    coverage: coverageOf(measures),
    counted: measures.generations + measures.taskCalls + measures.runsCounted,
    sources: usageSources(measures),
    runs: measures.runsCounted,
    reporting: measures.generationsReporting,
    unpriced: measures.generationsUnpriced,
  };
}

/** Tokens where nothing has a cost: a share of them is known. */
export const unitOf = (measures: SpendMeasures, chosen: SpendUnit): SpendUnit =>
  chosen === 'usd' && toSpend(measures, 'usd').state === 'unpriced' ? 'tokens' : chosen;

/** An amount as plain text, for places where no element fits. A chart's numbers are rounded to whole units first. */
export const writeAmount = (amount: bigint | number, unit: SpendUnit): string =>
  unit === 'usd' ? money(BigInt(typeof amount === 'number' ? Math.round(amount) : amount)) : tokens(amount);

/** True if an amount is a lower bound, because a call has no cost. */
export const isAtLeast = ({ unpriced }: Pick<Spend, 'unpriced'>, unit: SpendUnit): boolean =>
  unit === 'usd' && unpriced > 0;

/** Adds up rows of any grouping. */
export function sumMeasures(rows: readonly SpendMeasures[]): SpendMeasures {
  const sum = { ...NO_SPEND };
  for (const row of rows) {
    for (const field of COUNT_FIELDS) sum[field] += row[field];
    for (const field of AMOUNT_FIELDS) sum[field] += row[field];
  }
  return sum;
}

const AMOUNT_FIELDS = [
  'inputTokens',
  'cacheReadTokens',
  'outputTokens',
  'reasoningTokens',
  'readableTokens',
  'summaryTokens',
  'noTextTokens',
  'untoldTokens',
  ...COST_FIELDS,
] as const;
