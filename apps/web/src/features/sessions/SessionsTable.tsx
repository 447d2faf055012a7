'use client';
// The rows of the list, virtualized, with one height and keyboard navigation. Going back restores the row that was
// opened last.
import { useRef, useState } from 'react';
import { useRouter } from '../../lib/address/address-state.ts';
import { RowsEnd } from '../../components/rows/RowsEnd.tsx';
import { useRem } from '../../components/rows/use-rem.ts';
import { useRowKeys } from '../../components/rows/use-row-keys.ts';
import { useWindowRows } from '../../components/rows/use-window-rows.ts';
import { sessionPath } from '../../lib/address/pages.ts';
import { SessionsRow } from './SessionsRow.tsx';
import type { SessionRow, useSessions } from './use-sessions.ts';
import styles from './sessions.module.css';

interface SessionsTableProps {
  project: string;
  rows: readonly SessionRow[];
  pages: ReturnType<typeof useSessions>['pages'];
}

const HEIGHT_REM = 3.5;
const NARROW_HEIGHT_REM = 5;
const COLUMNS = ['Session / first input', 'User', 'Turns', 'Steps', 'Cost', 'Hidden', 'Last turn'] as const;
/** Survives navigation inside the app, so that going back finds the row. */
const lastOpened = new Map<string, string>();

export function SessionsTable({ project, rows, pages }: SessionsTableProps) {
  const router = useRouter();
  const body = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(() => lastOpened.get(project));
  const height = useRem(HEIGHT_REM, NARROW_HEIGHT_REM);
  const { virtualizer, items, margin } = useWindowRows({
    count: rows.length,
    keyOf: (index) => rows[index]?.id ?? '',
    height,
    rows: body,
    more: pages,
  });
  const current = rows.findIndex((row) => row.id === chosen);
  const pathOf = (index: number) => sessionPath(project, rows[index]?.id ?? '');
  const leave = (index: number) => lastOpened.set(project, rows[index]?.id ?? '');
  useRowKeys({
    count: rows.length,
    current,
    rows: body,
    pathOf,
    onMove: (index) => {
      setChosen(rows[index]?.id);
      if (index >= 0) virtualizer.scrollToIndex(index);
    },
    onOpen: (index) => {
      leave(index);
      router.push(pathOf(index));
    },
  });
  return (
    <div className={styles.list}>
      <div role="grid" aria-label="Sessions" aria-rowcount={pages.hasNextPage ? -1 : rows.length + 1}>
        <div role="row" aria-rowindex={1} className={styles.head}>
          {COLUMNS.map((label) => (
            <div key={label} role="columnheader">
              {label}
            </div>
          ))}
        </div>
        <div role="rowgroup" ref={body} className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            return (
              row && (
                <SessionsRow
                  key={row.id}
                  row={row}
                  href={pathOf(index)}
                  index={index}
                  place={{ top: start - margin, height }}
                  current={index === current}
                  tabStop={index === Math.max(current, 0)}
                  onFocus={() => setChosen(row.id)}
                  onOpen={() => leave(index)}
                />
              )
            );
          })}
        </div>
      </div>
      <RowsEnd more={pages} error={pages.error} />
    </div>
  );
}
