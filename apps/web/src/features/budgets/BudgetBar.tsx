import styles from './budgets.module.css';

interface BudgetBarProps {
  /** undefined: not known. */
  used: number | undefined;
  /** In percent. */
  thresholds: readonly number[];
}

/** How much of a budget is spent, with its thresholds as ticks. The text beside it has the figure. */
export function BudgetBar({ used, thresholds }: BudgetBarProps) {
  const percent = Math.min(100, (used ?? 0) * 100);
  return (
    <div className={[styles.bar, used === undefined && styles.unknown].filter(Boolean).join(' ')} aria-hidden>
      <div
        className={[styles.used, used !== undefined && used >= 1 && styles.over].filter(Boolean).join(' ')}
        style={{ inlineSize: `${percent}%` }}
      />
      {thresholds
        .filter((threshold) => threshold < 100)
        .map((threshold) => (
          <i key={threshold} className={styles.tick} style={{ insetInlineStart: `${threshold}%` }} />
        ))}
    </div>
  );
}
