import { Percent } from '../../components/numbers.tsx';
import { plural } from '../../lib/format.ts';
import styles from './costs.module.css';
import { FEWEST_CALLS_FOR_A_SHARE } from './spend.ts';

/**
 * Below FEWEST_CALLS_FOR_A_SHARE calls a percentage would suggest more precision than there is, so the number of calls
 * is shown.
 */
export function Share({ share, calls }: { share: number | undefined; calls: number }) {
  if (calls >= FEWEST_CALLS_FOR_A_SHARE) return <Percent share={share} />;
  return (
    <span className={styles.few} title={`A share is shown from ${FEWEST_CALLS_FOR_A_SHARE} calls on`}>
      {plural(calls, 'call')}
    </span>
  );
}
