import { exactCount } from '../../../lib/figures/format.ts';
import styles from '../list.module.css';

/** The list asks the user before it searches further: the number of traces since its last full page. */
export const FewMatch = ({ looked }: { looked: number }) => (
  <p className={styles.looked}>
    Few of the next {exactCount(looked)} traces match. Narrow the range or the filter to see the rest sooner.
  </p>
);
