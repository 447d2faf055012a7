// Sums of the matching traces, the number of new ones that wait, and the CSV download.
import { Suspense } from 'react';
import { ListSummary, type SumsFailure } from '../../../components/list/ListSummary.tsx';
import { later } from '../../../lib/later.ts';
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';
import type { List } from '../use-list.ts';

// The browser loads the sums after the first page, so their component is loaded later, too.
const Totals = later(async () => (await import('./Totals.tsx')).Totals);
const SaveTable = later(async () => (await import('./SaveTable.tsx')).SaveTable);

interface SummaryLineProps {
  project: string;
  list: List;
  totals: RouterOutputs['traces']['totals'] | undefined;
  failure: SumsFailure | undefined;
  waiting: number;
  /** The whole newest page is new, so there may be more. */
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
