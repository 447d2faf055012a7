// The bar below a list, always in view.
import type { ReactNode } from 'react';
import { CostLegend } from '../CostBar.tsx';
import styles from './list-foot.module.css';

/** The keys that move in the list, each in a `kbd`, and what the parts of its bars are where it has bars. */
export function ListFoot({ children, legend = false }: { children: ReactNode; legend?: boolean }) {
  return (
    <footer className={legend ? styles.foot : [styles.foot, styles.keys].join(' ')}>
      <span className={styles.keys}>{children}</span>
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
