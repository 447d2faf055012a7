'use client';
// JSON as a tree: only the rows on the screen are mounted. The focus stays on the tree, which says which row is the current one.
import { useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useReducer, useRef, type MouseEvent, type ReactNode } from 'react';
import { useRem } from '../../../components/rows/use-rem.ts';
import { isComposing } from '../../../lib/keyboard/match.ts';
import { rowsWith } from '../rows-with.ts';
import type { JsonTable } from './json-table.ts';
import { JsonBar } from './JsonBar.tsx';
import { JsonRow } from './JsonRow.tsx';
import { JsonValue } from './JsonValue.tsx';
import { beginTree, nextTree, placeOf, TREE_KEYS, type TreeAction } from './tree-state.ts';
import styles from './json.module.css';

/** In rem; of narrow windows, which are touched. */
const ROW = 1.5;
const ROW_NARROW = 2.75;
/** Pixels above the first row and below the last. */
const EDGE = 4;

interface JsonTreeProps {
  table: JsonTable;
  name: string;
  /** What is looked for in the trace. */
  find: string;
  looks: ReactNode;
}

export function JsonTree({ table, name, find, looks }: JsonTreeProps) {
  const [state, act] = useReducer(nextTree, undefined, () => beginTree(table, find));
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const height = useRem(ROW, ROW_NARROW);
  const at = placeOf(state.shown, state.current);
  const virtualizer = useVirtualizer({
    count: state.shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    // Another function when the height changes: that makes the virtualizer count anew.
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
    // Whoever selects letters of a row does not mean to open it.
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

/** By itself and not through React: what scrolls in the panel keeps these keys to scroll, and the page moves through the trace with them. */
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
