// How B's step differs from A's in figures: `cost +$0.012 · time −1.2 s`.
import { duration, exactCount, money } from '../../../lib/figures/format.ts';
import { nano } from '../../../lib/steps/sentences.ts';
import type { Step } from '../../../lib/steps/step-tree.ts';
import { stepDeltas, type Delta } from '../diff/step-deltas.ts';
import styles from '../compare.module.css';

export function StepDeltas({ a, b }: { a: Step; b: Step }) {
  const deltas = stepDeltas(a, b);
  if (deltas.length === 0) return null;
  return (
    <p className={styles.deltas}>
      <span className="visually-hidden">B compared with A: </span>
      {deltas.map(deltaWords).join(' · ')}
    </p>
  );
}

const deltaWords = ({ name, unit, change, isAbout }: Delta): string =>
  `${name} ${isAbout ? '≈ ' : ''}${change > 0 ? '+' : '−'}${AMOUNTS[unit](Math.abs(change))}`;

/** The amount of a change, without its sign. */
export const AMOUNTS: Readonly<Record<Delta['unit'], (amount: number) => string>> = {
  money: (amount) => money(nano(amount)),
  milliseconds: duration,
  tokens: (amount) => `${exactCount(amount)} tok`,
  count: exactCount,
};
