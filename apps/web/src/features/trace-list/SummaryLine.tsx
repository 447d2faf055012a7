// What the matching traces are in sums, how many new ones wait, and the way to save them as a table.
import { Suspense } from 'react';
import { ListSummary, type SumsFailure } from '../../components/list/ListSummary.tsx';
import { later } from '../../lib/later.ts';
import type { RouterOutputs } from '../../lib/trpc.ts';
import type { List } from './use-list.ts';

// The sums are asked for by the page, so neither they nor what goes with them is part of the first load.
const Totals = later(async () => (await import('./Totals.tsx')).Totals);
const SaveTable = later(async () => (await import('./SaveTable.tsx')).SaveTable);

interface SummaryLineProps {
  project: string;
  list: List;
  totals: RouterOutputs['traces']['totals'] | undefined;
  failure: SumsFailure | undefined;
  waiting: number;
  /** All of the newest page: there may be more. */
  waitingMore: boolean;
  onShowNewest: () => void;
}

export function SummaryLine(props: SummaryLineProps) {
  const { project, list, totals, failure, waiting, waitingMore, onShowNewest } = props;
  return (
    <ListSummary
      sums={
        totals && (
          <Suspense fallback={<p>&nbsp;</p>}>
            <Totals totals={totals} />
          </Suspense>
        )
      }
      failure={failure}
      waiting={waiting}
      orMore={waitingMore}
      onShowNewest={onShowNewest}
      action={
        totals &&
        totals.traces > 0 && (
          <Suspense>
            <SaveTable project={project} list={list} totals={totals} />
          </Suspense>
        )
      }
    />
  );
}
