// What the matching traces are in sums, how many new ones wait, and the way to save them as a table.
import { ListSummary } from '../../components/list/ListSummary.tsx';
import { SpentLine } from '../../components/SpentLine.tsx';
import { exactCount } from '../../lib/format.ts';
import type { RouterOutputs } from '../../lib/trpc.ts';
import { SaveTable } from './SaveTable.tsx';
import type { List } from './use-list.ts';

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
    <ListSummary
      sums={totals && <Totals totals={totals} />}
      waiting={waiting}
      orMore={waitingMore}
      onShowNewest={onShowNewest}
      action={totals && totals.traces > 0 && <SaveTable project={project} list={list} totals={totals} />}
    />
  );
}

function Totals({ totals }: { totals: NonNullable<SummaryLineProps['totals']> }) {
  const { traces, capped, looked, wordsCut } = totals;
  const bounds = (
    <>
      {looked !== null && (
        <span title="Older ones are not counted: narrow the range to count them">
          {' '}
          of the newest {exactCount(looked)}
        </span>
      )}
      {wordsCut && <span title="Narrow the range to look further back"> · words sought in the newest only</span>}
    </>
  );
  if (traces === 0) return <p>0 traces{bounds}</p>;
  return (
    <SpentLine spent={totals} inFull>
      <span>
        <strong>
          {capped ? `${exactCount(traces)}+` : exactCount(traces)} {traces === 1 ? 'trace' : 'traces'}
        </strong>
        {bounds}
        {capped && looked === null && (
          <span title="The sums are over the newest of them"> (sums: the newest {exactCount(traces)})</span>
        )}
      </span>
    </SpentLine>
  );
}
