'use client';
// The trace list: filter, sums, rows, and a peek at one trace. All state is in the URL.
import { Suspense, useState, type CSSProperties, type ReactNode } from 'react';
import { FilterBar } from '../../components/filter/FilterBar.tsx';
import { RangeSelect } from '../../components/filter/RangeSelect.tsx';
import { useFacets } from '../../components/filter/use-facets.ts';
import type { DescribedKey } from '../../components/controls/KeyHint.tsx';
import { ColumnsMenu } from './columns/ColumnsMenu.tsx';
import { DensityMenu } from './table/DensityMenu.tsx';
import { WithPeek } from '../../components/list/WithPeek.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { later } from '../../lib/later.ts';
import { SummaryLine } from './summary/SummaryLine.tsx';
import { TraceTable } from './table/TraceTable.tsx';
import { useList, type List } from './use-list.ts';
import { useTraces } from './use-traces.ts';
import { DENSITIES, type Density } from './table/density.ts';
import { ViewsMenu } from './views/ViewsMenu.tsx';
import styles from './list.module.css';

const AddressProblems = later(async () => (await import('./address/AddressProblems.tsx')).AddressProblems);
const ListFoot = later(async () => (await import('../../components/list/ListFoot.tsx')).ListFoot);
const ListNews = later(async () => (await import('../../components/list/ListNews.tsx')).ListNews);
const NoTraces = later(async () => (await import('./NoTraces.tsx')).NoTraces);
const ErrorState = later(async () => (await import('../../components/states/ErrorState.tsx')).ErrorState);
const Peek = later(async () => (await import('./Peek.tsx')).Peek);
const SelectionBar = later(async () => (await import('./table/SelectionBar.tsx')).SelectionBar);

interface TraceListPageProps {
  project: string;
  /** Renders the trace that the URL's `peek` names. */
  peek: ReactNode;
}

const KEYS_OF_TRACES: readonly DescribedKey[] = [
  { ids: ['peek'], does: 'peek' },
  { ids: ['open'], does: 'open' },
  { ids: ['select'], does: 'select' },
  { ids: ['compare'], does: 'compare' },
  { ids: ['copyLink'], does: 'copy link' },
];

export function TraceListPage({ project, peek }: TraceListPageProps) {
  const list = useList(project);
  const { pages, rows, totals, news, waiting, waitingMore, showNewest } = useTraces(project, list);
  const [inPeek, setInPeek] = useState(false);
  const failed = pages.error && rows.length === 0;
  return (
    <WithPeek
      peek={
        list.peek && (
          <Suspense>
            <Peek project={project} list={list} rows={rows} onFocusWithin={setInPeek}>
              {peek}
            </Peek>
          </Suspense>
        )
      }
    >
      <div className={styles.page}>
        <h1 className="visually-hidden">Traces</h1>
        <Suspense>
          <AddressProblems list={list} />
        </Suspense>
        <Suspense>
          <ListNews {...news} />
        </Suspense>
        <Bar project={project} list={list} />
        <SummaryLine
          project={project}
          list={list}
          totals={totals.data}
          failure={failed || !totals.error ? undefined : { error: totals.error, onRetry: () => void totals.refetch() }}
          waiting={waiting}
          waitingMore={waitingMore}
          onShowNewest={showNewest}
        />
        {failed ? (
          <Suspense>
            <ErrorState
              title="The traces could not be loaded."
              error={pages.error}
              onRetry={() => void pages.refetch()}
            />
          </Suspense>
        ) : (
          <Loading pending={pages.isPending} skeleton={<ListSkeleton density={list.density} />}>
            {() =>
              rows.length === 0 && !pages.hasNextPage ? (
                <Suspense>
                  <NoTraces project={project} list={list} />
                </Suspense>
              ) : (
                <TraceTable project={project} list={list} rows={rows} pages={pages} keysAreElsewhere={inPeek} />
              )
            }
          </Loading>
        )}
        {list.selected.length > 0 ? (
          <Suspense>
            <SelectionBar project={project} list={list} rows={rows} />
          </Suspense>
        ) : (
          rows.length > 0 && (
            <Suspense>
              <ListFoot keys={KEYS_OF_TRACES} legend={rows.map(({ costs }) => costs)} />
            </Suspense>
          )
        )}
      </div>
    </WithPeek>
  );
}

function Bar({ project, list }: { project: string; list: List }) {
  const { q, range, columns, density, change, setColumns } = list;
  const facets = useFacets(project, { q, range });
  return (
    <FilterBar label="Filter traces" value={q} onChange={(next) => change({ q: next })} facets={facets}>
      <RangeSelect range={range} onChange={(next) => change({ range: next })} />
      <ViewsMenu project={project} list={list} />
      <ColumnsMenu facets={facets} columns={columns} onChange={setColumns} />
      <DensityMenu density={density} onChange={(next) => change({ density: next })} />
    </FilterBar>
  );
}

/** Twelve placeholders of the final height. */
function ListSkeleton({ density }: { density: Density }) {
  const height = `${DENSITIES.find(({ id }) => id === density)!.rem}rem`;
  return (
    <div style={{ '--row': height } as CSSProperties}>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className={styles.skeletonRow}>
          <Skeleton width="0.875rem" height="0.875rem" />
          <Skeleton width={`${45 + ((index * 37) % 45)}%`} height="0.875rem" />
          <Skeleton width="6rem" height="0.875rem" />
          <Skeleton width={`${40 + ((index * 53) % 50)}%`} height="0.875rem" />
        </div>
      ))}
    </div>
  );
}
