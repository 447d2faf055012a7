'use client';
// The column heads of a list: click to sort; drag the edge of a head, or use arrow keys, to resize its column.
import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import type { ShownColumn } from '../columns/columns.ts';
import styles from './list-head.module.css';

export interface HeadColumn extends ShownColumn {
  label: string;
  /** undefined for a column that cannot be sorted. */
  sorted?: 'ascending' | 'descending' | 'none' | undefined;
  right?: boolean | undefined;
  /** Stays when the window is too narrow for columns. */
  always?: boolean | undefined;
}

interface ListHeadProps {
  columns: readonly HeadColumn[];
  /** Name of the fixed column before the others, visually hidden. */
  before: string;
  onSort: (id: string) => void;
  onResize: (id: string, rem: number) => void;
}

export function ListHead({ columns, before, onSort, onResize }: ListHeadProps) {
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      <div role="columnheader">
        <span className="visually-hidden">{before}</span>
      </div>
      {columns.map((column) => (
        <Head key={column.id} column={column} onSort={onSort} onResize={onResize} />
      ))}
    </div>
  );
}

const ARROWS = { ascending: '↑', descending: '↓', none: '' };

function Head({
  column: { id, label, sorted, right, width, always },
  onSort,
  onResize,
}: Omit<ListHeadProps, 'columns' | 'before'> & { column: HeadColumn }) {
  const head = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={head}
      role="columnheader"
      data-column={id}
      data-always={always || undefined}
      aria-sort={sorted}
      className={right ? styles.right : styles.left}
    >
      {sorted ? (
        <button type="button" onClick={() => onSort(id)} data-sorted={sorted !== 'none' || undefined}>
          {label} <span aria-hidden>{ARROWS[sorted]}</span>
        </button>
      ) : (
        <span className={styles.label}>{label}</span>
      )}
      {width !== null && <Edge head={head} name={label} width={width} onResize={(rem) => onResize(id, rem)} />}
    </div>
  );
}

interface EdgeProps {
  head: RefObject<HTMLElement | null>;
  name: string;
  width: number;
  onResize: (rem: number) => void;
}

const STEP_REM = 0.5;

function Edge({ head, name, width, onResize }: EdgeProps) {
  const drag = useRef<{ x: number; width: number } | null>(null);
  const remOf = (pixels: number) => pixels / (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
  const onMove = (event: PointerEvent) => {
    if (drag.current) onResize(drag.current.width + remOf(event.clientX - drag.current.x));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP_REM, ArrowRight: STEP_REM }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onResize(width + by);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuenow={Math.round(width * 2) / 2}
      aria-valuemin={2.5}
      aria-valuemax={60}
      className={styles.edge}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, width: remOf(head.current?.offsetWidth ?? 0) };
      }}
      onPointerMove={onMove}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
    />
  );
}
