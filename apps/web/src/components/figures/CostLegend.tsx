// The legend of the cost bars' patterns; once per page.
import type { CostParts } from '../../lib/figures/cost-parts.ts';
import { partsOf } from '../../lib/figures/shown-parts.ts';
import styles from './CostBar.module.css';

/** `of`: the costs of the bars. */
export function CostLegend({ of = [] }: { of?: readonly CostParts[] | undefined }) {
  return (
    <ul className={styles.legend}>
      {partsOf(of).map(({ key, label }) => (
        <li key={key}>
          <span aria-hidden className={`${styles.swatch} ${styles[key]}`} />
          {label}
        </li>
      ))}
    </ul>
  );
}
