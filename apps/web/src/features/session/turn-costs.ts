/**
 * What the turns of a session cost, each and so far: the columns of the chart, and a sentence with the same content.
 * Pure.
 */
import { money, percent, plural, shareOf } from '../../lib/figures/format.ts';
import {
  COST_PARTS,
  costStateOf,
  hiddenOf,
  isAtLeast,
  moneyWords,
  reportedHidden,
  totalOf,
  type CostPart,
  type CountedCosts,
} from '../../lib/figures/cost-parts.ts';
import { NO_USAGE, PART_OF_USAGE } from '../../lib/steps/cost-lack.ts';
import type { SourceCounts } from '../../lib/figures/usage-sources.ts';
import type { NumberedTurn } from './use-session.ts';

/** The cost of some turns together, and how complete it is. */
export interface TurnsSum extends CountedCosts, SourceCounts {
  generationsReporting: number;
}

export interface TurnsPoint {
  /** Counted from 1; the first and the last turn that this point includes. */
  first: number;
  turn: number;
  /** Calls of its turns that failed. */
  errors: number;
  /** Sum of the turns since the previous point. */
  since: TurnsSum;
  /** Sum of all turns up to this point. */
  soFar: TurnsSum;
}

/** More points than a screen can distinguish: neighbors are merged. */
const MAX_POINTS = 150;

export function turnsPoints(turns: readonly NumberedTurn[]): TurnsPoint[] {
  const perPoint = Math.max(1, Math.ceil(turns.length / MAX_POINTS));
  const points: TurnsPoint[] = [];
  let soFar = sumOf([]);
  for (let from = 0; from < turns.length; from += perPoint) {
    const group = turns.slice(from, from + perPoint);
    const since = sumOf(group);
    soFar = sumOf([soFar, since]);
    const errors = group.reduce((sum, turn) => sum + turn.errors, 0);
    points.push({ first: group[0]!.number, turn: group.at(-1)!.number, errors, since, soFar });
  }
  return points;
}

const COUNTS = [
  'generations',
  'generationsReporting',
  'generationsUnpriced',
  'generationsInRuns',
  'runsCounted',
] as const satisfies readonly (keyof TurnsSum)[];
const SIDES = ['inputTokens', 'outputTokens'] as const satisfies readonly (keyof TurnsSum)[];

function sumOf(turns: readonly TurnsSum[]): TurnsSum {
  const costs = Object.fromEntries(
    COST_PARTS.map(({ key }) => [key, turns.reduce((sum, turn) => sum + turn.costs[key], 0n)]),
  ) as Record<CostPart, bigint>;
  const counts = Object.fromEntries(
    COUNTS.map((key) => [key, turns.reduce((sum, turn) => sum + turn[key], 0)]),
  ) as Record<(typeof COUNTS)[number], number>;
  const tokens = Object.fromEntries(
    SIDES.map((key) => [key, turns.reduce((sum, turn) => sum + turn[key], 0n)]),
  ) as Record<(typeof SIDES)[number], bigint>;
  return { costs, ...counts, ...tokens };
}

/** "9 turns cost $1.94, $0.88 of it (45 %) hidden thinking. The most expensive is turn 7 with $0.61." */
export function turnsSentence(turns: readonly NumberedTurn[]): string {
  const sum = sumOf(turns);
  const total = totalOf(sum.costs);
  if (total === 0n) return `${plural(turns.length, 'turn')}${withoutCost(sum)}.`;
  const highest = turns.reduce((most, turn) => (totalOf(turn.costs) > totalOf(most.costs) ? turn : most));
  const most = `turn ${highest.number} with ${moneyWords(totalOf(highest.costs), highest)}`;
  // A turn with calls without a cost may be more expensive.
  const which = isAtLeast(sum) ? 'Of the known costs, the highest is' : 'The most expensive is';
  return `${plural(turns.length, 'turn')} cost ${moneyWords(total, sum)}, ${hiddenWords(turns, sum)}. ${which} ${most}.`;
}

function hiddenWords(turns: readonly NumberedTurn[], sum: TurnsSum): string {
  const hidden = hiddenOf(sum.costs);
  if (hidden > 0n)
    return `${moneyWords(hidden, sum)} of it (${percent(shareOf(hidden, totalOf(sum.costs)) ?? 0)}) hidden thinking`;
  return isAtLeast(sum) || turns.some((turn) => reportedHidden(turn) === null)
    ? 'the hidden part is unknown'
    : 'none of it hidden thinking';
}

/** Explains why these turns have no cost. */
function withoutCost(sum: TurnsSum): string {
  const words = {
    amount: ` cost ${money(0n)}`,
    nothing: ', nothing was counted',
    unpriced: ', none with a price',
    unreported: `, ${NO_USAGE}`,
    partly: `, ${PART_OF_USAGE}`,
  };
  return words[costStateOf(sum)];
}
