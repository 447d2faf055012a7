// The bar below a list, always in view.
import type { ReactNode } from 'react';
import { CostLegend } from '../CostBar.tsx';
import { KeyDeedHint, type KeyDeed } from '../KeyHint.tsx';
import styles from './list-foot.module.css';

interface ListFootProps {
  keys: readonly KeyDeed[];
  /** What the parts of the bars are, under a list that has bars. */
  legend?: boolean;
}

export function ListFoot({ keys, legend = false }: ListFootProps) {
  return (
    <footer className={legend ? styles.foot : [styles.foot, styles.keys].join(' ')}>
      <span className={[styles.keys, styles.hints].join(' ')}>
        {keys.map((deed) => (
          <KeyDeedHint key={deed.does} {...deed} />
        ))}
      </span>
      {legend && <CostLegend />}
    </footer>
  );
}

/** What can be done with what is selected, in the same place. */
export function ActionBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="region" aria-label={label} className={styles.foot}>
      {children}
    </div>
  );
}
