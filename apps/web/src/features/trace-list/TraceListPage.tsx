'use client';
// The trace list: filter, sums, rows. All that decides what is shown is in the address.
import { CostLegend } from '../../components/CostBar.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FilterBar } from '../../components/filter/FilterBar.tsx';
import { RangeSelect } from '../../components/filter/RangeSelect.tsx';
import { Loading } from '../../components/Skeleton.tsx';
import { isRange } from '../../lib/time-range.ts';
import { useListUrl } from './list-url.ts';
import { NoTraces } from './NoTraces.tsx';
import { SummaryLine } from './SummaryLine.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { TraceTable } from './TraceTable.tsx';
import { useTotals, useTraces } from './use-traces.ts';
import styles from './list.module.css';

export function TraceListPage({ project }: { project: string }) {
  const [url, setUrl] = useListUrl();
  const { pages, rows, waiting, showNewest } = useTraces(project, url);
  const totals = useTotals(project, url);
  const failed = pages.error && rows.length === 0;
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">Traces</h1>
      <FilterBar
        label="Filter traces"
        placeholder='hidden:>40% tool:update_order "schema"'
        value={url.q}
        onChange={(q) => void setUrl({ q: q || null })}
      >
        <RangeSelect range={url.range} onChange={(range) => void setUrl({ range })} />
      </FilterBar>
      {!isRange(url.range) && (
        <p role="status" className={styles.problem}>
          “{url.range}” is no range of time: all traces are shown. Write 24h, 7d, or two dates as
          2026-11-01..2026-11-08.
        </p>
      )}
      <SummaryLine totals={totals.data} waiting={waiting} onShowNewest={showNewest} />
      {failed ? (
        <ErrorState title="The traces could not be loaded." error={pages.error} onRetry={() => void pages.refetch()} />
      ) : (
        <Loading pending={pages.isPending} skeleton={<ListSkeleton />}>
          {() =>
            rows.length === 0 ? (
              <NoTraces project={project} url={url} setUrl={setUrl} />
            ) : (
              <TraceTable
                project={project}
                rows={rows}
                pages={pages}
                sort={url.sort}
                onSort={(sort) => void setUrl({ sort })}
              />
            )
          }
        </Loading>
      )}
      {rows.length > 0 && <Foot />}
    </div>
  );
}

function Foot() {
  return (
    <footer className={styles.foot}>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> move · <kbd>Enter</kbd> open · <kbd>y</kbd> copy link
      </span>
      <CostLegend />
    </footer>
  );
}
