// What the matching traces are in sums, how many new ones wait, and the way to save them as a table.
import { ArrowUp } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { Money, Percent } from '../../components/numbers.tsx';
import { exactCount, percent, plural, shareOf } from '../../lib/format.ts';
import { hiddenOf, thinkingOf, totalOf } from '../../lib/thinking.ts';
import type { RouterOutputs } from '../../lib/trpc.ts';
import { SaveTable } from './SaveTable.tsx';
import type { List } from './use-list.ts';
import styles from './list.module.css';

interface SummaryLineProps {
  project: string;
  list: List;
  totals: RouterOutputs['traces']['totals'] | undefined;
  waiting: number;
  /** All of the newest page: there may be more. */
  waitingMore: boolean;
  onShowNewest: () => void;
}

export function SummaryLine({ project, list, totals, waiting, waitingMore, onShowNewest }: SummaryLineProps) {
  return (
    <div className={styles.summary}>
      <p>{totals ? <Totals totals={totals} /> : <>&nbsp;</>}</p>
      <span className={styles.actions}>
        {/* Asked for every 5 s, so it speaks no more often. */}
        <span role="status">
          {waiting > 0 && (
            <Button look="primary" onClick={onShowNewest}>
              <ArrowUp size={14} aria-hidden /> {exactCount(waiting)}
              {waitingMore && '+'} new
            </Button>
          )}
        </span>
        {totals && totals.traces > 0 && <SaveTable project={project} list={list} totals={totals} />}
      </span>
    </div>
  );
}

function Totals({ totals }: { totals: NonNullable<SummaryLineProps['totals']> }) {
  const { traces, capped, costs, generations, generationsReporting, generationsUnpriced } = totals;
  const [total, hidden] = [totalOf(costs), hiddenOf(costs)];
  if (traces === 0) return '0 traces';
  return (
    <>
      <strong>
        {capped ? `${exactCount(traces)}+` : exactCount(traces)} {traces === 1 ? 'trace' : 'traces'}
      </strong>
      {capped && <span title="The sums are over the newest of them"> (sums: the newest {exactCount(traces)})</span>} ·{' '}
      <Money nano={generations > 0 && generationsUnpriced === generations ? null : total} /> · thinking{' '}
      <Money nano={thinkingOf(costs)} /> ·{' '}
      <span className={hidden > 0n ? styles.hidden : undefined}>
        ▨ hidden <Money nano={hidden} /> (<Percent share={shareOf(hidden, total)} /> of cost)
      </span>{' '}
      ·{' '}
      <span title="Model calls that say how much they thought, of all model calls">
        coverage {generations === 0 ? '—' : percent(generationsReporting / generations)}
      </span>
      {generationsUnpriced > 0 && (
        <span className={styles.quiet}> · {plural(generationsUnpriced, 'call')} without a price</span>
      )}
    </>
  );
}
