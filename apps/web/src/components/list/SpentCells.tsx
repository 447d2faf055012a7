// The cost of a list row: the total with a bar of its parts, and the hidden share.
import { exactCount } from '../../lib/figures/format.ts';
import { usageSources, REPORTED_BY_RUN, runSourceWords } from '../../lib/figures/usage-sources.ts';
import { costStateOf, moneyWords, thinkingOf, reportedShare, totalOf } from '../../lib/figures/cost-parts.ts';
import { CostBar } from '../figures/CostBar.tsx';
import { NotReported, Percent } from '../figures/numbers.tsx';
import type { Spent } from '../figures/SpentLine.tsx';
import { TotalMoney } from '../figures/TotalMoney.tsx';
import styles from './spent-cells.module.css';

type SpentRow = Spent & Required<Pick<Spent, 'reasoningTokens'>>;

/**
 * The bar is full in every row and shows shares: costs of traces differ by a factor of thousands, and one scale of money
 * would change with each page and order.
 */
export function SpentCell({ row }: { row: SpentRow }) {
  return (
    <div className={styles.cost}>
      <span>
        <TotalMoney of={row} />
      </span>
      <span className={styles.bar}>{totalOf(row.costs) > 0n && <CostBar parts={row.costs} />}</span>
      <span className={styles.thinking} title={row.runsCounted > 0 ? REPORTED_BY_RUN : undefined}>
        {[thinkingWords(row), runSourceWords(row)].filter(Boolean).join(' · ')}
      </span>
    </div>
  );
}

function thinkingWords(row: SpentRow): string {
  if (row.generationsReporting === 0) return usageSources(row) > 0 ? '◌ thinking not reported' : '';
  return costStateOf(row) === 'amount'
    ? `thinking ${moneyWords(thinkingOf(row.costs), row)}`
    : `thinking ${exactCount(row.reasoningTokens)} tok`;
}

export function HiddenCell({ row }: { row: SpentRow }) {
  const share = reportedShare(row);
  if (share === null) return <NotReported />;
  return (
    <span className={share ? styles.hidden : undefined}>
      <Percent share={share} />
    </span>
  );
}
