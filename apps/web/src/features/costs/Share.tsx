import { Percent } from '../../components/figures/numbers.tsx';
import { exactCount, plural } from '../../lib/figures/format.ts';
import styles from './costs.module.css';

/** Below this many calls a share says little about the next calls. */
const FEW_CALLS = 20;

/** A share, muted and with the number of its calls where they are few. */
export function Share({ share, calls }: { share: number | undefined; calls: number }) {
  if (share === undefined || calls >= FEW_CALLS) return <Percent share={share} />;
  return (
    <span className={styles.few} title={`Of ${plural(calls, 'call')} only`}>
      <Percent share={share} /> <small>n = {exactCount(calls)}</small>
    </span>
  );
}
