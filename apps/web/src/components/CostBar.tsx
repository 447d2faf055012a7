// A cost in its parts: input, answer, thinking that can be read, of which that is not known, of which only a summary is held, and without text.
import { money, tokens } from '../lib/format.ts';
import { COST_PARTS, partsOf, totalOf, type CostPart, type CostParts } from '../lib/cost-parts.ts';
import styles from './CostBar.module.css';

const CLASSES: Record<CostPart, string | undefined> = {
  input: styles.input,
  answer: styles.answer,
  readable: styles.readable,
  untold: styles.untold,
  summary: styles.summary,
  noText: styles.noText,
};

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
          <span key={key} className={[styles.part, CLASSES[key]].join(' ')} style={{ flexGrow: Number(parts[key]) }} />
        ))}
      </span>
    </span>
  );
}

/** What the patterns mean; once per page. `of`: the costs that are drawn there. */
export function CostLegend({ of = [] }: { of?: readonly CostParts[] | undefined }) {
  return (
    <ul className={styles.legend}>
      {partsOf(of).map(({ key, label }) => (
        <li key={key}>
          <span aria-hidden className={[styles.swatch, CLASSES[key]].join(' ')} />
          {label}
        </li>
      ))}
    </ul>
  );
}
