/**
 * Splits the cost of a response over its steps. A response with one step is exact. With several, tokens and money are
 * split by text length and marked as approximate; the parts always add up to exactly the response's cost. Used by
 * build-steps.ts.
 */
import { countedThinking, isTask } from '@subtext/reasoning';
import { costLackOf, type CostLack } from './cost-lack.ts';
import type { Call } from './joined-call.ts';
import { isHidden } from '../figures/thinking.ts';
import type { SpanRow } from '../skeleton/skeleton.ts';

/** null = not reported (tokens) or no price (money, nano-dollars). */
export interface Paid {
  cost: number | null;
  reasoningTokens: number | null;
  reasoningCost: number | null;
  hiddenCost: number | null;
  /** An agent run above reports the cost together with others, so a missing cost here is not a missing price. */
  inRun: boolean;
  /** Why it has no cost; null when it has one. */
  lack: CostLack | null;
  /** The response was split over several steps. */
  approximate: boolean;
  /** More thinking than output was reported, so thinking is limited to the output. */
  clamped: boolean;
}

/** One entry per step of the response; `steps` contains the calls of each, in order. */
export function allocate(generation: SpanRow, steps: readonly (readonly Call[])[]): Paid[] {
  const { outputTokens } = generation;
  // A call that does not think has no thinking that it could report.
  const told = isTask(generation.kind) ? 0 : generation.reasoningTokens;
  const tokens = told === null ? null : countedThinking(told, outputTokens);
  const clamped = tokens !== told;
  const { cost, reasoningCost, hiddenCost, inRun } = generation;
  const lack = costLackOf(generation);
  if (steps.length <= 1)
    return [{ cost, reasoningTokens: tokens, reasoningCost, hiddenCost, inRun, lack, approximate: false, clamped }];
  const thoughts = steps.map(thoughtWeight);
  const reasoning = shares(reasoningCost, thoughts);
  const rest = shares(cost === null ? null : cost - (reasoningCost ?? 0), steps.map(textWeight));
  const reasoningTokens = shares(tokens, thoughts);
  return steps.map((calls, index) => {
    const thought = reasoning?.[index] ?? null;
    const isKnown = rest !== null && (reasoningCost === null || reasoning !== null);
    return {
      cost: isKnown ? (rest[index] ?? 0) + (thought ?? 0) : null,
      reasoningTokens: reasoningTokens?.[index] ?? null,
      reasoningCost: thought,
      hiddenCost: thought === null ? null : calls.some(isHiddenCall) ? thought : 0,
      inRun,
      lack: cost === null || isKnown ? lack : 'lengths',
      approximate: true,
      clamped,
    };
  });
}

const isHiddenCall = ({ request }: Call): boolean => request !== null && isHidden(request.state);

/** null when there is nothing to split, or when a weight is missing. Zero can be split without weights. */
function shares(total: number | null, weights: readonly (number | null)[]): number[] | null {
  if (total === null) return null;
  if (total === 0) return weights.map(() => 0);
  const known = weights.filter((weight) => weight !== null);
  return known.length < weights.length ? null : split(total, known);
}

/**
 * Splits an integer by weights with the largest remainder method: the parts are integers and add up to it. Without
 * weights, the first part gets everything.
 */
function split(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  if (sum <= 0) return weights.map((_, index) => (index === 0 ? total : 0));
  const exact = weights.map((weight) => (total * weight) / sum);
  const parts = exact.map(Math.floor);
  const order = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest);
  let left = total - parts.reduce((a, b) => a + b, 0);
  for (const { index } of order) {
    if (left <= 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
    left -= 1;
  }
  // Corrects the rounding error of very large totals.
  if (left !== 0) parts[0] = (parts[0] ?? 0) + left;
  return parts;
}

/** The weight is the tokens that were apportioned to the step's thoughts, or else the length of the thoughts. */
const thoughtWeight = (calls: readonly Call[]): number | null =>
  sumOfKnown(calls.map(({ request }) => (request ? (request.reasoningTokens ?? request.thoughtCharacters) : 0)));

const textWeight = (calls: readonly Call[]): number | null =>
  sumOfKnown(calls.flatMap(({ request }) => (request ? [1, request.thoughtCharacters, request.otherCharacters] : [1])));

/** null = the length of one of them is not shown here. */
const sumOfKnown = (weights: readonly (number | null)[]): number | null =>
  weights.reduce((sum, weight) => (sum === null || weight === null ? null : sum + weight), 0);
