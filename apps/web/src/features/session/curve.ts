/** What a session has cost after each of its turns: the points of the curve, and the sentence that says the same. Pure. */
import { money, percent, plural, shareOf } from '../../lib/format.ts';
import { hiddenOf, toldHiddenOf, totalOf } from '../../lib/cost-parts.ts';
import type { NumberedTurn } from './use-session.ts';

/** Nano-dollars. */
export interface CurvePoint {
  /** From 1; the last of those that this point stands for. */
  turn: number;
  /** What the turns since the point before cost, and how much of it was hidden. */
  cost: bigint;
  hidden: bigint;
  /** All so far. */
  totalCost: bigint;
  totalHidden: bigint;
}

/** More than a screen can show apart: neighbours are taken together. */
const MOST_POINTS = 150;

export function curveOf(turns: readonly NumberedTurn[]): CurvePoint[] {
  const perPoint = Math.max(1, Math.ceil(turns.length / MOST_POINTS));
  const points: CurvePoint[] = [];
  let [totalCost, totalHidden] = [0n, 0n];
  for (let from = 0; from < turns.length; from += perPoint) {
    const group = turns.slice(from, from + perPoint);
    const cost = group.reduce((sum, { costs }) => sum + totalOf(costs), 0n);
    const hidden = group.reduce((sum, { costs }) => sum + hiddenOf(costs), 0n);
    totalCost += cost;
    totalHidden += hidden;
    points.push({ turn: group.at(-1)!.number, cost, hidden, totalCost, totalHidden });
  }
  return points;
}

/** "9 turns cost $1.94, $0.88 of it (45 %) hidden thinking. The dearest is turn 7 with $0.61." */
export function curveSentence(turns: readonly NumberedTurn[]): string {
  const total = turns.reduce((sum, { costs }) => sum + totalOf(costs), 0n);
  const hidden = turns.reduce((sum, { costs }) => sum + hiddenOf(costs), 0n);
  if (total === 0n) return `${plural(turns.length, 'turn')}, none with a price.`;
  const dearest = turns.reduce((most, turn) => (totalOf(turn.costs) > totalOf(most.costs) ? turn : most));
  const share = shareOf(hidden, total) ?? 0;
  const ofIt =
    hidden > 0n
      ? `${money(hidden)} of it (${percent(share)}) hidden thinking`
      : turns.some((turn) => toldHiddenOf(turn) === null)
        ? 'how much of it was hidden is not known'
        : 'none of it hidden thinking';
  return `${plural(turns.length, 'turn')} cost ${money(total)}, ${ofIt}. The dearest is turn ${dearest.number} with ${money(totalOf(dearest.costs))}.`;
}
