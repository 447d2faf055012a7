import { Percent } from '../../components/figures/numbers.tsx';
import { plural } from '../../lib/figures/format.ts';
import styles from './costs.module.css';
import { MIN_CALLS_FOR_A_SHARE } from './spend.ts';

/**
 * Below MIN_CALLS_FOR_A_SHARE calls a percentage would suggest more precision than there is, so the number of calls
 * is shown.
 */
export function Share({ share, calls }: { share: number | undefined; calls: number }) {
  if (calls >= MIN_CALLS_FOR_A_SHARE) return <Percent share={share} />;
  return (
    <span className={styles.few} title={`A share is shown from ${MIN_CALLS_FOR_A_SHARE} calls on`}>
      {plural(calls, 'call')}
    </span>
  );
}
