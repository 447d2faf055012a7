// What the matching sessions are in sums, and how many new ones wait.
import { ArrowUp } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { Money, Percent } from '../../components/numbers.tsx';
import { exactCount, plural, shareOf } from '../../lib/format.ts';
import { hiddenOf, thinkingOf, totalOf } from '../../lib/thinking.ts';
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
      <p>{totals ? <Sums totals={totals} filtered={filtered} /> : <>&nbsp;</>}</p>
      <span role="status" className={styles.waiting}>
        {waiting > 0 && (
          <Button look="primary" onClick={onShowNewest}>
            <ArrowUp size={14} aria-hidden /> {exactCount(waiting)} new
          </Button>
        )}
      </span>
    </div>
  );
}

function Sums({ totals, filtered }: { totals: Totals; filtered: boolean }) {
  const { sessions, capped, sums } = totals;
  const [total, hidden] = [totalOf(sums.costs), hiddenOf(sums.costs)];
  const unpriced = sums.generations > 0 && sums.generationsUnpriced === sums.generations;
  if (sessions === 0) return '0 sessions';
  return (
    <>
      <strong>
        {exactCount(sessions)}
        {capped && '+'} {sessions === 1 ? 'session' : 'sessions'}
      </strong>{' '}
      ·{' '}
      <span title={filtered ? 'Turns that fit the filter; the rows below are whole sessions' : undefined}>
        {plural(sums.turns, 'turn')}
        {filtered && ' that fit'}
        {capped && ', the newest'}
      </span>{' '}
      · <Money nano={unpriced ? null : total} /> · thinking <Money nano={unpriced ? null : thinkingOf(sums.costs)} /> ·{' '}
      <span className={hidden > 0n ? styles.hidden : undefined}>
        ▨ hidden <Money nano={unpriced ? null : hidden} /> (<Percent share={shareOf(hidden, total)} /> of cost)
      </span>{' '}
      ·{' '}
      <span title="Model calls that say how much they thought, of all model calls">
        coverage <Percent share={sums.generations ? sums.generationsReporting / sums.generations : undefined} />
      </span>
    </>
  );
}
