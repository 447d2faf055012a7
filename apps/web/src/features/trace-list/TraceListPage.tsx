'use client';
// The trace list: filter, sums, rows, and beside them a peek at one trace. All that decides what is shown is in the address.
import { useState, type ReactNode } from 'react';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FilterBar } from '../../components/filter/FilterBar.tsx';
import { RangeSelect } from '../../components/filter/RangeSelect.tsx';
import { useFacets } from '../../components/filter/use-facets.ts';
import type { KeyDeed } from '../../components/KeyHint.tsx';
import { ColumnsMenu } from '../../components/list/ColumnsMenu.tsx';
import { DensityMenu } from '../../components/list/DensityMenu.tsx';
import { ListFoot } from '../../components/list/ListFoot.tsx';
import { PeekFrame } from '../../components/list/PeekFrame.tsx';
import { Loading } from '../../components/Skeleton.tsx';
import { drawnText } from '../../lib/visible-text.ts';
import { COLUMNS } from './list-columns.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import { NoTraces } from './NoTraces.tsx';
import { titleOf } from './row-words.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { SummaryLine } from './SummaryLine.tsx';
import { tracePath } from './TraceListRow.tsx';
import { TraceTable } from './TraceTable.tsx';
import { useList, type List } from './use-list.ts';
import { useLeave } from './use-leave.ts';
import { useTraces, type TraceRow } from './use-traces.ts';
import { ViewsMenu } from './ViewsMenu.tsx';
import styles from './list.module.css';

interface TraceListPageProps {
  project: string;
  /** Shows the trace that `peek` of the address names. */
  peek: ReactNode;
}

const KEYS_OF_TRACES: readonly KeyDeed[] = [
  { ids: ['peek'], does: 'peek' },
  { ids: ['open'], does: 'open' },
  { ids: ['select'], does: 'select' },
  { ids: ['compare'], does: 'compare' },
  { ids: ['copyLink'], does: 'copy link' },
];

export function TraceListPage({ project, peek }: TraceListPageProps) {
  const list = useList(project);
  const { pages, rows, totals, waiting, waitingMore, showNewest } = useTraces(project, list);
  const [inPeek, setInPeek] = useState(false);
  const failed = pages.error && rows.length === 0;
  return (
    <div className={list.peek ? styles.withPeek : undefined}>
      <div className={styles.page}>
        <h1 className="visually-hidden">Traces</h1>
        <Bar project={project} list={list} />
        <SummaryLine
          project={project}
          list={list}
          totals={totals.data}
          waiting={waiting}
          waitingMore={waitingMore}
          onShowNewest={showNewest}
        />
        {failed ? (
          <ErrorState
            title="The traces could not be loaded."
            error={pages.error}
            onRetry={() => void pages.refetch()}
          />
        ) : (
          <Loading pending={pages.isPending} skeleton={<ListSkeleton density={list.density} />}>
            {() =>
              rows.length === 0 && !pages.hasNextPage ? (
                <NoTraces project={project} list={list} />
              ) : (
                <TraceTable project={project} list={list} rows={rows} pages={pages} keysAreElsewhere={inPeek} />
              )
            }
          </Loading>
        )}
        {list.selected.length > 0 ? (
          <SelectionBar project={project} list={list} rows={rows} />
        ) : (
          rows.length > 0 && <ListFoot keys={KEYS_OF_TRACES} legend />
        )}
      </div>
      {list.peek && (
        <Peek project={project} list={list} rows={rows} onFocusWithin={setInPeek}>
          {peek}
        </Peek>
      )}
    </div>
  );
}

function Bar({ project, list }: { project: string; list: List }) {
  const { q, range, columns, density, change, setColumns } = list;
  const facets = useFacets(project, { q, range });
  return (
    <FilterBar
      label="Filter traces"
      placeholder='hidden:>40% tool:update_order "schema"'
      value={q}
      onChange={(next) => change({ q: next })}
      facets={facets}
    >
      <RangeSelect range={range} onChange={(next) => change({ range: next })} />
      <ViewsMenu project={project} list={list} />
      <ColumnsMenu all={COLUMNS} columns={columns} onChange={setColumns} />
      <DensityMenu density={density} onChange={(next) => change({ density: next })} />
    </FilterBar>
  );
}

interface PeekProps {
  project: string;
  list: List;
  rows: readonly TraceRow[];
  onFocusWithin: (inside: boolean) => void;
  children: ReactNode;
}

function Peek({ project, list: { peek, setUrl }, rows, onFocusWithin, children }: PeekProps) {
  const leave = useLeave(project);
  const row = rows.find(({ id }) => id === peek);
  if (!peek) return null;
  return (
    <PeekFrame
      label={`Peek at ${row ? drawnText(titleOf(row)) : 'a trace'}`}
      href={tracePath(project, peek)}
      onOpen={() => leave(peek)}
      onClose={() => {
        onFocusWithin(false);
        void setUrl({ peek: null });
      }}
      onFocusWithin={onFocusWithin}
    >
      {children}
    </PeekFrame>
  );
}
