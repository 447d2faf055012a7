// What the matching sessions are in sums, and how many new ones wait.
import { ShowNewest } from '../../components/list/ShowNewest.tsx';
import { SpentLine } from '../../components/SpentLine.tsx';
import { exactCount, plural } from '../../lib/format.ts';
import type { RouterOutputs } from '../../lib/trpc.ts';
import styles from './sessions.module.css';

type Totals = RouterOutputs['sessions']['totals'];

interface SessionsSummaryProps {
  totals: Totals | undefined;
  /** The sums are of the turns that fit, not of whole sessions. */
  filtered: boolean;
  waiting: number;
  onShowNewest: () => void;
}

export function SessionsSummary({ totals, filtered, waiting, onShowNewest }: SessionsSummaryProps) {
  return (
    <div className={styles.summary}>
      {totals ? <Sums totals={totals} filtered={filtered} /> : <p>&nbsp;</p>}
      <span className={styles.waiting}>
        <ShowNewest waiting={waiting} onShow={onShowNewest} />
      </span>
    </div>
  );
}

function Sums({ totals, filtered }: { totals: Totals; filtered: boolean }) {
  const { sessions, capped, sums } = totals;
  if (sessions === 0) return <p>0 sessions</p>;
  return (
    <SpentLine spent={sums} inFull>
      <strong>
        {exactCount(sessions)}
        {capped && '+'} {sessions === 1 ? 'session' : 'sessions'}
      </strong>
      <span title={filtered ? 'Turns that fit the filter; the rows below are whole sessions' : undefined}>
        {plural(sums.turns, 'turn')}
        {filtered && ' that fit'}
        {capped && ', the newest'}
      </span>
    </SpentLine>
  );
}
