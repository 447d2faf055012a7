/**
 * The figures that rules compare, from the sums that Costs shows. A figure that was not reported is null, and never 0.
 * Pure.
 */
import type { SpendMeasures, SpendOfHour, ToolOfHour } from '@subtext/db';
import { LATENCY_BUCKETS, percentilesOf } from '@subtext/trace';
import type { Metric } from './rule.ts';

/** Sums of one or several hours. Money is in nano-dollars. */
export interface Figures {
  /** Calls, and runs that count instead of their calls. 0 = nothing happened. */
  calls: number;
  /** Those whose thinking tokens were reported. */
  reporting: number;
  unpriced: number;
  generations: number;
  errors: number;
  cost: number;
  hiddenCost: number;
  tokens: number;
  thinkingTokens: number;
  /** Thinking that has a text, and all thinking by state. */
  textTokens: number;
  stateTokens: number;
  durations: number[];
}

/** Model calls, and runs that count instead of theirs. */
export const callsOf = ({ generations, generationsInRuns, runsCounted, taskCalls }: SpendMeasures): number =>
  generations - generationsInRuns + runsCounted + taskCalls;

/** Nano-dollars. */
export const costOf = (measures: SpendMeasures): bigint =>
  measures.inputCost +
  measures.answerCost +
  measures.readableCost +
  measures.untoldCost +
  measures.summaryCost +
  measures.noTextCost;

export function figuresOfHour(hour: SpendOfHour): Figures {
  return {
    calls: callsOf(hour),
    reporting: hour.generationsReporting,
    unpriced: hour.generationsUnpriced,
    generations: hour.generations,
    errors: hour.errors,
    cost: Number(costOf(hour)),
    hiddenCost: Number(hour.summaryCost + hour.noTextCost),
    tokens: Number(hour.inputTokens + hour.outputTokens),
    thinkingTokens: Number(hour.reasoningTokens),
    ...thinkingByText(hour),
    durations: hour.durations,
  };
}

function thinkingByText({ readableTokens, summaryTokens, noTextTokens, untoldTokens }: SpendMeasures) {
  const textTokens = readableTokens + summaryTokens;
  return { textTokens: Number(textTokens), stateTokens: Number(textTokens + noTextTokens + untoldTokens) };
}

/** In percent; null without any thinking. */
export const coverageOf = (measures: SpendMeasures): number | null => coverage(thinkingByText(measures));

/** A tool that only ran has no thinking before it, and has durations. */
export function figuresOfTool(hour: ToolOfHour): Figures {
  return {
    ...NOTHING,
    calls: Math.max(
      hour.calls,
      hour.durations.reduce((sum, count) => sum + count, 0),
    ),
    reporting: hour.callsWithTokens,
    cost: Number(hour.reasoningCost),
    hiddenCost: Number(hour.hiddenCost),
    thinkingTokens: Number(hour.reasoningTokens),
    durations: hour.durations,
  };
}

const NOTHING: Figures = {
  ...{ calls: 0, reporting: 0, unpriced: 0, generations: 0, errors: 0, cost: 0, hiddenCost: 0 },
  ...{ tokens: 0, thinkingTokens: 0, textTokens: 0, stateTokens: 0 },
  durations: new Array<number>(LATENCY_BUCKETS).fill(0),
};

export function sumFigures(all: readonly Figures[]): Figures {
  const sum = { ...NOTHING, durations: [...NOTHING.durations] };
  for (const figures of all) {
    for (const field of COUNTS) sum[field] += figures[field];
    for (const [bucket, count] of figures.durations.entries()) sum.durations[bucket]! += count;
  }
  return sum;
}

const COUNTS = [
  ...(['calls', 'reporting', 'unpriced', 'generations', 'errors', 'cost', 'hiddenCost'] as const),
  ...(['tokens', 'thinkingTokens', 'textTokens', 'stateTokens'] as const),
];

const NANOS = 1e9;
const PERCENT = 100;

function coverage({ textTokens, stateTokens }: Pick<Figures, 'textTokens' | 'stateTokens'>): number | null {
  return shareOf(textTokens, stateTokens);
}

/** In the unit of the metric; null = not known. */
const VALUES: Readonly<Record<Metric, (figures: Figures) => number | null>> = {
  // Without any price, nothing is known of the cost.
  spend: ({ cost, unpriced }) => (cost === 0 && unpriced > 0 ? null : cost / NANOS),
  hidden_spend: ({ hiddenCost, reporting }) => (hiddenCost === 0 && reporting === 0 ? null : hiddenCost / NANOS),
  coverage,
  error_rate: ({ errors, generations }) => shareOf(errors, generations),
  // The lower end of the interval that Costs shows: the percentile is at least this.
  latency_p95: ({ durations }) => {
    const found = percentilesOf(durations);
    return found && found.p95.from / 1_000;
  },
  thinking_per_call: ({ thinkingTokens, reporting }) => (reporting === 0 ? null : thinkingTokens / reporting),
  tokens: ({ tokens }) => (tokens === 0 ? null : tokens),
};

const shareOf = (part: number, whole: number) => (whole === 0 ? null : (part / whole) * PERCENT);

export function valueOf(metric: Metric, figures: Figures, minimumCalls: number): number | null {
  return figures.calls < minimumCalls ? null : VALUES[metric](figures);
}

/** True for a lower bound: calls in it have no price. */
export const isAtLeast = (metric: Metric, { unpriced }: Figures): boolean =>
  (metric === 'spend' || metric === 'hidden_spend') && unpriced > 0;
