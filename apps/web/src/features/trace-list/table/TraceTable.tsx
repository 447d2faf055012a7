'use client';
// The rows of the list, virtualized, with one height and keyboard navigation. Going back restores the row that was
// opened last.
import { Suspense, useCallback, useEffect, useRef, useState, type CSSProperties } from 'react';
import { useRouter } from '../../../lib/address/address-state.ts';
import { gridTemplate, resizeColumn } from '../columns/columns.ts';
import { ListHead, type HeadColumn } from './ListHead.tsx';
import { useRowHeight } from './use-row-height.ts';
import { useRowsInView } from './use-rows-in-view.ts';
import { RowsEnd } from '../../../components/rows/RowsEnd.tsx';
import { later } from '../../../lib/later.ts';
import { nextOrder } from '../../../lib/traces/trace-sort.ts';
import { tracePath } from '../../../lib/address/pages.ts';
import { columnOf } from './list-columns.ts';
import { TraceListRow } from './TraceListRow.tsx';
import { lastOpenedIn, useLeave } from '../use-leave.ts';
import type { List } from '../use-list.ts';
import { useListKeys } from './use-list-keys.ts';
import type { TraceRow } from './trace-row.ts';
import type { useTraces } from '../use-traces.ts';
import styles from '../list.module.css';

const FewMatch = later(async () => (await import('./FewMatch.tsx')).FewMatch);

interface TraceTableProps {
  project: string;
  list: List;
  rows: readonly TraceRow[];
  pages: ReturnType<typeof useTraces>['pages'];
  /** True while the focus is in the peek, which then handles the keys. */
  keysAreElsewhere: boolean;
}

const NEAR_END = 10;
/** When few traces match, the table loads more by itself until it has scanned this many; then it asks the user. */
const MAX_LOOKED = 100_000;

export function TraceTable({ project, list, rows, pages, keysAreElsewhere }: TraceTableProps) {
  const router = useRouter();
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(() => list.peek ?? lastOpenedIn(project));
  const height = useRowHeight(grid, list);
  const at = rows.findIndex((row) => row.id === current);
  const { indexes, last, show } = useRowsInView({ count: rows.length, height, holder: body, keep: at });
  const looked = pages.hasNextPage ? lookedSinceFull(pages.data?.pages ?? []) : 0;
  useMorePages(pages, last >= rows.length - NEAR_END && looked < MAX_LOOKED);
  const leave = useLeave(project);
  const select = useToggle(list);
  useListKeys({
    ...{ project, list, rows, at, setCurrent, show, grid, select },
    enabled: !keysAreElsewhere,
    open: (id) => {
      leave(id);
      router.push(tracePath(project, id));
    },
    go: (path) => router.push(path),
  });
  const tabStop = at >= 0 ? current : rows[0]?.id;
  const selected = new Set(list.selected);
  const columns = { '--columns': `1.5rem ${gridTemplate(list.columns)}` } as CSSProperties;
  return (
    <div className={styles.list} data-density={list.density} style={columns}>
      <div
        role="grid"
        aria-label="Traces"
        aria-multiselectable
        aria-rowcount={pages.hasNextPage ? -1 : rows.length + 1}
        aria-busy={pages.isPlaceholderData}
        ref={grid}
      >
        <Head list={list} />
        <div role="rowgroup" className={styles.rows} style={{ height: rows.length * height }} ref={body}>
          {indexes.map((index) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <TraceListRow
                key={row.id}
                project={project}
                row={row}
                columns={list.columns}
                rowIndex={index + 2}
                top={index * height}
                height={height}
                current={index === at}
                selected={selected.has(row.id)}
                tabStop={row.id === tabStop}
                onFocus={setCurrent}
                onOpen={leave}
                onSelect={select}
              />
            );
          })}
        </div>
      </div>
      {looked > 0 && (
        <Suspense>
          <FewMatch looked={looked} />
        </Suspense>
      )}
      <RowsEnd more={pages} error={pages.error} />
    </div>
  );
}

/** Number of traces scanned since the last full page. */
function lookedSinceFull(pages: readonly { looked: number | null }[]): number {
  const full = pages.findLastIndex(({ looked }) => looked === null);
  return pages.slice(full + 1).reduce((sum, { looked }) => sum + (looked ?? 0), 0);
}

/** Adds a trace to the selection or removes it. */
function useToggle({ selected, setSelected }: List) {
  const latest = useRef({ selected, setSelected });
  useEffect(() => {
    latest.current = { selected, setSelected };
  });
  return useCallback((id: string) => {
    const { selected: before, setSelected: set } = latest.current;
    set(before.includes(id) ? before.filter((one) => one !== id) : [...before, id]);
  }, []);
}

function useMorePages(pages: TraceTableProps['pages'], isNearEnd: boolean): void {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError && isNearEnd) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, isNearEnd, fetchNextPage]);
}

function Head({ list: { columns, order, setOrder, setColumns } }: { list: List }) {
  const heads = columns.map(({ id, width }): HeadColumn => {
    const { label, sort, right, always } = columnOf(id);
    // The age grows as the start time falls, so newest first is ascending by age.
    const ascending = order.ascending !== (sort === 'age');
    const direction = ascending ? 'ascending' : 'descending';
    return { id, width, label, right, always, sorted: sort && (order.sort === sort ? direction : 'none') };
  });
  return (
    <ListHead
      before="Outcome"
      columns={heads}
      onSort={(id) => {
        const column = columns.find((one) => one.id === id);
        const sort = column && columnOf(column.id).sort;
        if (sort) setOrder(nextOrder(order, sort));
      }}
      onResize={(id, rem) => {
        const column = columns.find((one) => one.id === id);
        if (column) setColumns(resizeColumn(columns, column.id, rem));
      }}
    />
  );
}
