// The mounted rows of the timeline, at their computed positions.
import type { Entry, Timeline } from '../../../lib/steps/step-tree.ts';
import type { GrowingStep } from '../live/growth.ts';
import type { Selection } from '../navigation/use-selection.ts';
import type { RowLayout } from './layout.ts';
import { StepRow, type RowContext } from './StepRow.tsx';
import styles from './timeline.module.css';

export interface TimelineRowsProps {
  timeline: Timeline;
  rows: readonly RowLayout[];
  /** The mounted rows; `start` in pixels. */
  items: readonly { index: number; start: number }[];
  /** The height of all rows together, in pixels. */
  height: number;
  /** Steps whose texts are streaming, by key. */
  growing: ReadonlyMap<string, GrowingStep>;
  selection: Selection;
  peek: string | null;
  /** The expanded thought, when it has loaded. */
  peeked?: string | undefined;
  found: ReadonlySet<string>;
  isOpen: (entry: Entry) => boolean;
  context: RowContext;
}

export function TimelineRows({
  timeline,
  rows,
  items,
  height,
  growing,
  selection,
  context,
  ...view
}: TimelineRowsProps) {
  return (
    <div role="rowgroup" className={styles.rows} style={{ height }}>
      {items.map(({ index, start }) => {
        const layout = rows[index];
        const entry = layout && timeline.entries[layout.entry];
        if (!entry) return null;
        const selected = entry === selection.entry;
        return (
          <StepRow
            key={entry.key}
            {...{ entry, selected, context }}
            height={layout.height}
            thoughtLines={layout.thoughtLines}
            deedLines={layout.deedLines}
            calls={layout.calls}
            rowIndex={index + 2}
            top={start}
            implied={selected && selection.implied}
            selectedCall={selected ? selection.call : -1}
            expanded={entry.children > 0 ? view.isOpen(entry) : undefined}
            found={view.found.has(entry.key)}
            peeked={view.peek === entry.key ? view.peeked : undefined}
            growing={growing.get(entry.key)}
          />
        );
      })}
    </div>
  );
}
