'use client';
// The rows of the list, virtual and of one height, moved over by keyboard; the last opened one is current again on the way back.
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRouter } from 'next/navigation';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { rememberList } from '../../lib/list-path.ts';
import { totalOf } from '../../lib/thinking.ts';
import type { ListUrl } from './list-url.ts';
import { TraceListRow, tracePath } from './TraceListRow.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useRowHeight, useTop } from './use-row-size.ts';
import type { TraceRow, useTraces } from './use-traces.ts';
import styles from './list.module.css';

interface TraceTableProps {
  project: string;
  rows: readonly TraceRow[];
  pages: ReturnType<typeof useTraces>['pages'];
  sort: ListUrl['sort'];
  onSort: (sort: ListUrl['sort']) => void;
}

const NEAR_END = 10;
/** Kept while the app is open, so that Back finds its row. */
const lastOpened = new Map<string, string>();

export function TraceTable({ project, rows, pages, sort, onSort }: TraceTableProps) {
  const router = useRouter();
  const grid = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(() => lastOpened.get(project));
  const height = useRowHeight();
  const margin = useTop(grid);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: 96,
  });
  useLayoutEffect(() => {
    virtualizer.measure();
  }, [virtualizer, height]);
  const items = virtualizer.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError && lastShown >= rows.length - NEAR_END)
      void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, lastShown, rows.length, fetchNextPage]);

  const leave = (id: string) => {
    lastOpened.set(project, id);
    rememberList(project, location.search);
  };
  const open = (id: string) => {
    leave(id);
    router.push(tracePath(project, id));
  };
  useListKeys({
    rows,
    current,
    setCurrent,
    open,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    grid,
    project,
  });
  const most = rows.reduce((max, row) => (totalOf(row.costs) > max ? totalOf(row.costs) : max), 0n);
  const tabStop = rows.some((row) => row.id === current) ? current : rows[0]?.id;
  return (
    <>
      <div role="grid" aria-label="Traces" aria-rowcount={hasNextPage ? -1 : rows.length + 1} ref={grid}>
        <Head sort={sort} onSort={onSort} />
        <div role="rowgroup" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <TraceListRow
                key={row.id}
                project={project}
                row={row}
                most={most}
                rowIndex={item.index + 2}
                top={item.start - margin}
                height={height}
                current={row.id === current}
                tabStop={row.id === tabStop}
                onFocus={setCurrent}
                onOpen={leave}
              />
            );
          })}
        </div>
      </div>
      <div className={styles.end}>
        {isFetchingNextPage && <p role="status">Loading more…</p>}
        {isFetchNextPageError && (
          <ErrorState
            inline
            title="More could not be loaded."
            error={pages.error}
            onRetry={() => void fetchNextPage()}
          />
        )}
        {hasNextPage && !isFetchingNextPage && !isFetchNextPageError && (
          <Button onClick={() => void fetchNextPage()}>Load more</Button>
        )}
      </div>
    </>
  );
}

const COLUMNS = [
  { id: 'mark', label: '' },
  { id: 'asked', label: 'Asked / last thought' },
  { id: 'model', label: 'Model' },
  { id: 'steps', label: 'St.' },
  { id: 'cost', label: 'Cost', sort: 'cost' },
  { id: 'hidden', label: 'Hidden', sort: 'hidden' },
  { id: 'age', label: 'Age', sort: 'age' },
] as const;

function Head({ sort, onSort }: Pick<TraceTableProps, 'sort' | 'onSort'>) {
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      {COLUMNS.map((column) => (
        <div
          key={column.id}
          role="columnheader"
          data-column={column.id}
          aria-sort={
            'sort' in column
              ? sort === column.sort
                ? column.sort === 'age'
                  ? 'ascending'
                  : 'descending'
                : 'none'
              : undefined
          }
        >
          {'sort' in column ? (
            <button type="button" aria-pressed={sort === column.sort} onClick={() => onSort(column.sort)}>
              {column.label} <span aria-hidden>{sort === column.sort ? (column.sort === 'age' ? '↑' : '↓') : ''}</span>
            </button>
          ) : column.id === 'mark' ? (
            <span className="visually-hidden">Outcome</span>
          ) : (
            column.label
          )}
        </div>
      ))}
    </div>
  );
}
