'use client';
// The Why timeline: one row per step with its thought on the left, its action on the right and its cost beside it. Rows
// are virtualized; their heights are computed, not measured.
import { useMemo, useRef, type CSSProperties } from 'react';
import type { Entry } from '../../../lib/steps/step-tree.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import { useRowFocus } from '../rows/use-row-focus.ts';
import type { TimeTravel } from '../time/use-time-travel.ts';
import type { Lane } from './layout.ts';
import { onRowClick } from './row-click.ts';
import type { RowContext } from './StepRow.tsx';
import type { TimeAxis } from '../time/time-axis.ts';
import { AXIS_HEIGHT, TimeAxisHead } from './TimeAxisHead.tsx';
import { TimelineFoot, type LostSteps } from './TimelineFoot.tsx';
import { TimelineRows, type TimelineRowsProps } from './TimelineRows.tsx';
import { useRowPreviews } from './use-row-previews.ts';
import { useTimelineBox, type TimelineSize } from './use-timeline-box.ts';
import { useWindow } from '../rows/use-window.ts';
import styles from './timeline.module.css';

/** Height of the message about steps that could not be loaded, in rem. */
const LOST = 3.25;
/** Height of the heads of the columns, in rem. */
const HEAD = 1.8125;

interface WhyTimelineProps extends Omit<TimelineRowsProps, 'items' | 'height' | 'context'> {
  address: TraceAddress;
  hide: ReadonlySet<Lane>;
  find: string;
  live: boolean;
  /** Set in time travel: the trace is shown as of a step. */
  travel?: TimeTravel;
  /** Number of steps that have not loaded yet. */
  coming?: number;
  /** Why they could not be loaded. */
  lost?: LostSteps | undefined;
  /** Set while rows show time bars. */
  axis: TimeAxis | null;
  onSelect: (entry: Entry, call: number) => void;
  onToggle: (entry: Entry) => void;
  onMeasure: (size: TimelineSize) => void;
}

export function WhyTimeline({ onMeasure, coming = 0, ...view }: WhyTimelineProps) {
  const { address, timeline, rows, growing, selection, hide, find, live, lost, axis, travel } = view;
  const past = travel !== undefined && travel.at !== null;
  const scroller = useRef<HTMLDivElement>(null);
  const { isMeasured, rem, stacked, hasAgents } = useTimelineBox(scroller, timeline, onMeasure);
  const virtualizer = useWindow({
    ...{ scroller, rows, rem },
    current: rows.findIndex((row) => timeline.entries[row.entry] === selection.entry),
    // In time travel the page opens at the last visible step.
    currentKey: selection.implied && !past ? undefined : selection.entry?.key,
    head: (stacked ? 0 : HEAD) + (axis ? AXIS_HEIGHT : 0),
    foot: coming > 0 && lost ? LOST : 0,
  });
  const items = virtualizer.getVirtualItems();
  const mounted = items.flatMap(({ index }) => {
    const { entry = -1, calls = 0 } = rows[index] ?? {};
    return timeline.entries[entry] ? { entry: timeline.entries[entry], calls } : [];
  });
  const previews = useRowPreviews(address, mounted, growing);
  const context = useMemo<RowContext>(
    () => ({ previews, hide, find, live, axis, past }),
    [previews, hide, find, live, axis, past],
  );
  useRowFocus(scroller, selection.implied ? undefined : selection.entry?.key);
  const look = isMeasured ? stacked && styles.stacked : styles.unmeasured;
  return (
    <div
      ref={scroller}
      className={[styles.timeline, look, hasAgents && styles.agents].filter(Boolean).join(' ')}
      style={{ '--digits': String((timeline.steps.at(-1)?.number ?? 0) + coming).length } as CSSProperties}
      // Not interactive until the page is hydrated and measured.
      inert={!isMeasured}
      aria-hidden={!isMeasured || undefined}
      data-timeline
      data-axis={axis ? 'time' : undefined}
    >
      <div
        role="treegrid"
        aria-label="Why timeline"
        aria-rowcount={coming > 0 ? -1 : rows.length + 1}
        onClick={(event) => onRowClick(event, { ...view, onRetry: previews.retry })}
      >
        <Head axis={axis} />
        <TimelineRows {...{ items, context }} {...view} height={virtualizer.getTotalSize()} />
      </div>
      <TimelineFoot {...{ coming, lost, travel }} />
    </div>
  );
}

function Head({ axis }: { axis: TimeAxis | null }) {
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      <span role="columnheader">#</span>
      <span role="columnheader">
        Thought <em>behind the scenes</em>
      </span>
      <span role="columnheader">Action</span>
      <span role="columnheader" className={styles.headPaid}>
        <span>Cost</span> <span>hidden</span>
      </span>
      {axis && <TimeAxisHead tree={axis.tree} />}
    </div>
  );
}
