// A cost in its parts: input, answer, thinking that can be read, of which that is not known, of which only a summary is held, and without text.
import { money, tokens } from '../lib/format.ts';
import { COST_PARTS, totalOf, type CostParts } from '../lib/cost-parts.ts';
import styles from './CostBar.module.css';

interface CostBarProps {
  parts: CostParts;
  unit?: 'usd' | 'tokens';
  /** The amount that fills the whole width; the bar's own total when left out. */
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
