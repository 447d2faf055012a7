// The bar below a list, always visible.
import type { ReactNode } from 'react';
import type { CostParts } from '../../lib/figures/cost-parts.ts';
import { CostLegend } from '../figures/CostLegend.tsx';
import { DescribedKeyHint, type DescribedKey } from '../controls/KeyHint.tsx';
import styles from './list-foot.module.css';

interface ListFootProps {
  keys: readonly DescribedKey[];
  /** The costs of the list's bars, for the legend of their parts. */
  legend?: readonly CostParts[] | undefined;
}

export function ListFoot({ keys, legend }: ListFootProps) {
  return (
    <footer className={legend ? styles.foot : [styles.foot, styles.keys].join(' ')}>
      <span className={[styles.keys, styles.hints].join(' ')}>
        {keys.map((key) => (
          <DescribedKeyHint key={key.does} {...key} />
        ))}
      </span>
      {legend && <CostLegend of={legend} />}
    </footer>
  );
}

/** The actions for selected rows, in the same place. */
export function ActionBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="region" aria-label={label} className={styles.foot}>
      {children}
    </div>
  );
}
