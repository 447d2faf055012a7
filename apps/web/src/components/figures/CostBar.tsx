// A cost in its parts: input, answer, and thinking by whether it is readable, of unknown kind, a summary, or without
// text.
import { money, tokens } from '../../lib/figures/format.ts';
import { COST_PARTS, totalOf, type CostParts } from '../../lib/figures/cost-parts.ts';
import styles from './CostBar.module.css';

interface CostBarProps {
  parts: CostParts;
  unit?: 'usd' | 'tokens';
  /** The amount for the full width; by default the bar's own total. */
  outOf?: bigint;
}

export function CostBar({ parts, unit = 'usd', outOf }: CostBarProps) {
  const total = totalOf(parts);
  const shown = COST_PARTS.filter(({ key }) => parts[key] > 0n);
  const write = unit === 'usd' ? money : (count: bigint) => `${tokens(count)} tokens`;
  const label = shown.map(({ key, label: name }) => `${name} ${write(parts[key])}`).join(', ') || 'nothing';
  const width = outOf && outOf > 0n ? Math.min(1, Number(total) / Number(outOf)) : 1;
  return (
    <span className={styles.track} role="img" aria-label={label} title={label}>
      <span className={styles.bar} style={{ width: `${width * 100}%` }}>
        {shown.map(({ key }) => (
          <span key={key} className={`${styles.part} ${styles[key]}`} style={{ flexGrow: Number(parts[key]) }} />
        ))}
      </span>
    </span>
  );
}
