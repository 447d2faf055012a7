'use client';
// JSON as a tree, virtualized. The focus stays on the tree; aria-activedescendant names the current row.
import { useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useReducer, useRef, type MouseEvent, type ReactNode } from 'react';
import { useRem } from '../../../components/rows/use-rem.ts';
import { isComposing } from '../../../lib/keyboard/match.ts';
import { rowsWith } from '../../../components/rows/rows-with.ts';
import type { JsonTable } from './json-table.ts';
import { JsonBar } from './JsonBar.tsx';
import { JsonRow } from './JsonRow.tsx';
import { JsonValue } from './JsonValue.tsx';
import { beginTree, nextTree, rowPosition, TREE_KEYS, type TreeAction } from './tree-state.ts';
import styles from './json.module.css';

/** In rem; the second value is for narrow windows, which are used by touch. */
const ROW = 1.5;
const ROW_NARROW = 2.75;
/** Padding above the first row and below the last, in pixels. */
const EDGE = 4;

interface JsonTreeProps {
  table: JsonTable;
  name: string;
  /** The find text of the trace page. */
  find: string;
  looks: ReactNode;
}

export function JsonTree({ table, name, find, looks }: JsonTreeProps) {
  const [state, act] = useReducer(nextTree, undefined, () => beginTree(table, find));
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const height = useRem(ROW, ROW_NARROW);
  const at = rowPosition(state.shown, state.current);
  const virtualizer = useVirtualizer({
    count: state.shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    // A new function when the height changes makes the virtualizer measure again.
    getItemKey: useCallback((index: number) => (void height, index), [height]),
    overscan: 6,
    paddingStart: EDGE,
    paddingEnd: EDGE,
    scrollPaddingStart: EDGE,
    scrollPaddingEnd: EDGE,
    rangeExtractor: (range: Range) => rowsWith(at, range),
  });
  useEffect(() => virtualizer.scrollToIndex(at), [virtualizer, at]);
  useTreeKeys(scroller, act, height);
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-json-row]')?.dataset.jsonRow;
    // Selecting text in a row must not open the row.
    if (row !== undefined && (getSelection()?.isCollapsed ?? true)) act({ do: 'toggle', row: Number(row) });
  };
  const words = state.find || find;
  return (
    <div className={styles.view}>
      <JsonBar state={state} act={act} name={name} looks={looks} />
      <div
        ref={scroller}
        role="tree"
        aria-label={name}
        aria-activedescendant={`${id}${state.current}`}
        tabIndex={0}
        className={styles.tree}
        onClick={onClick}
      >
        <div role="presentation" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = state.shown[index] ?? 0;
            return (
              <JsonRow
                key={row}
                id={`${id}${row}`}
                table={table}
                row={row}
                isOpen={state.open[row] === 1}
                isCurrent={index === at}
                find={words}
                top={start}
                height={height}
              />
            );
          })}
        </div>
      </div>
      <JsonValue table={table} row={state.current} find={words} />
    </div>
  );
}

/**
 * A native listener instead of React's: a scroll container in the panel uses the same keys to scroll, and the page uses
 * them to move through the trace.
 */
function useTreeKeys(
  scroller: React.RefObject<HTMLDivElement | null>,
  act: (action: TreeAction) => void,
  height: number,
): void {
  useEffect(() => {
    const element = scroller.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (!TREE_KEYS.has(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      const page = Math.max(1, Math.floor((element?.clientHeight ?? 0) / height) - 1);
      act({ do: 'key', key: event.key, page });
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [scroller, act, height]);
}
