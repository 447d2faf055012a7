'use client';
// The Why timeline: one row per step with its thought on the left, its action on the right and its cost beside it. Rows
// are virtualized; their heights are computed, not measured.
import { useEffect, useMemo, useRef, type CSSProperties, type MouseEvent } from 'react';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { plural } from '../../../lib/format.ts';
import { wayWords } from '../../../lib/keyboard/key-words.ts';
import { useIsMac, useWay } from '../../../lib/keyboard/use-key-words.ts';
import { isPartial } from '../../../lib/steps/sentences.ts';
import { growingPreviews, type GrowingStep } from '../live/growth.ts';
import { MAX_CALLS_SHOWN, type Lane } from './layout.ts';
import { StepRow, type RowContext } from './StepRow.tsx';
import type { Entry, Timeline } from '../../../lib/steps/step-tree.ts';
import { useBox } from './use-box.ts';
import type { TimeTravel } from '../time/use-time-travel.ts';
import { useRowFocus } from '../navigation/use-row-focus.ts';
import { usePreviews } from '../data/use-previews.ts';
import type { Selection } from '../navigation/use-selection.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import { useWindow } from './use-window.ts';
import type { RowLayout } from './layout.ts';
import styles from './timeline.module.css';

/** In rem; timeline.module.css has the same value. */
const STACKED_BELOW = 40;
/** Width of a character of thinking, in rem. */
const CHARACTER = 0.425;
/** Agent names widen the gutter by this much, in rem. */
const AGENTS = 5;
/** Height of the message about steps that could not be loaded, in rem. */
const LOST = 3.25;

interface LostSteps {
  error: unknown;
  onRetry: () => void;
}

export interface TimelineView {
  address: TraceAddress;
  timeline: Timeline;
  rows: readonly RowLayout[];
  /** Steps whose texts are streaming, by key. */
  growing: ReadonlyMap<string, GrowingStep>;
  selection: Selection;
  hide: ReadonlySet<Lane>;
  peek: string | null;
  /** The expanded thought, when it has loaded. */
  peeked?: string | undefined;
  find: string;
  found: ReadonlySet<string>;
  live: boolean;
  /** Set in time travel: the trace is shown as of a step. */
  travel?: TimeTravel;
  /** Number of steps that have not loaded yet. */
  coming?: number;
  /** Why they could not be loaded. */
  lost?: LostSteps;
  /** Duration of the trace in ms, when rows show time bars. */
  span: number | null;
  isOpen: (entry: Entry) => boolean;
  onSelect: (entry: Entry, call: number) => void;
  onToggle: (entry: Entry) => void;
}

export function WhyTimeline(
  view: TimelineView & { onMeasure: (size: { stacked: boolean; charactersPerLine: number }) => void },
) {
  const {
    address,
    timeline,
    rows,
    growing,
    selection,
    hide,
    peek,
    find,
    live,
    span,
    onMeasure,
    travel,
    coming = 0,
  } = view;
  const past = travel !== undefined && travel.at !== null;
  const scroller = useRef<HTMLDivElement>(null);
  const { width, rem } = useBox(scroller);
  const stacked = width > 0 && width < STACKED_BELOW * rem;
  const look = width === 0 ? styles.unmeasured : stacked && styles.stacked;
  const agents = useMemo(() => timeline.steps.some(({ agent }) => agent !== null), [timeline]);
  const lane = stacked ? width / rem - 2 : (width / rem - 14.25 - (agents ? AGENTS : 0)) * 0.555;
  const charactersPerLine = Math.round((lane - 7) / CHARACTER);
  useEffect(() => {
    if (width > 0) onMeasure({ stacked, charactersPerLine });
  }, [width, stacked, charactersPerLine, onMeasure]);

  const current = rows.findIndex((row) => timeline.entries[row.entry] === selection.entry);
  const virtualizer = useWindow({
    scroller,
    rows,
    rem,
    stacked,
    current,
    // In time travel the page opens at the last visible step.
    currentKey: selection.implied && !past ? undefined : selection.entry?.key,
    foot: coming > 0 && view.lost ? LOST : 0,
  });
  const items = virtualizer.getVirtualItems();
  const keys = items.flatMap(({ index }) => previewKeys(timeline.entries[rows[index]?.entry ?? -1]));
  const grown = useMemo(() => growingPreviews(growing), [growing]);
  const partial = keysOfPartial(items.flatMap(({ index }) => timeline.entries[rows[index]?.entry ?? -1] ?? []));
  const previews = usePreviews(address, keys, { growing: grown, partial });
  const context = useMemo<RowContext>(
    () => ({ previews, hide, find, live, span, past }),
    [previews, hide, find, live, span, past],
  );
  useRowFocus(scroller, selection.implied ? undefined : selection.entry?.key);

  const onClick = (event: MouseEvent<HTMLDivElement>) => onRowClick(event, view, previews.retry);
  return (
    <div
      ref={scroller}
      className={[styles.timeline, look, agents && styles.agents].filter(Boolean).join(' ')}
      style={{ '--digits': String((timeline.steps.at(-1)?.number ?? 0) + coming).length } as CSSProperties}
      // Not interactive until the page is hydrated and measured.
      inert={width === 0}
      aria-hidden={width === 0 || undefined}
      data-timeline
    >
      <div
        role="treegrid"
        aria-label="Why timeline"
        aria-rowcount={coming > 0 ? -1 : rows.length + 1}
        onClick={onClick}
      >
        <Head />
        <div role="rowgroup" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const layout = rows[item.index];
            const entry = layout && timeline.entries[layout.entry];
            if (!entry) return null;
            const selected = entry === selection.entry;
            return (
              <StepRow
                key={entry.key}
                entry={entry}
                height={layout.height}
                thoughtLines={layout.thoughtLines}
                deedLines={layout.deedLines}
                rowIndex={item.index + 2}
                top={item.start}
                selected={selected}
                selectedCall={selected ? selection.call : -1}
                expanded={entry.children > 0 ? view.isOpen(entry) : undefined}
                found={view.found.has(entry.key)}
                peeked={peek === entry.key ? view.peeked : undefined}
                growing={growing.get(entry.key)}
                context={context}
              />
            );
          })}
        </div>
      </div>
      {coming > 0 && <Coming count={coming} lost={view.lost} />}
      {travel && travel.at !== null && <LaterSteps hidden={travel.count - travel.at} onLeave={travel.leave} />}
    </div>
  );
}

function Coming({ count, lost }: { count: number; lost: LostSteps | undefined }) {
  const steps = plural(count, 'more step');
  if (!lost) return <p className={styles.later}>Loading {steps}…</p>;
  return (
    <div className={styles.lost}>
      <ErrorState inline title={`${steps} could not be loaded.`} {...lost} />
    </div>
  );
}

/** In time travel, one line stands for all later steps. */
function LaterSteps({ hidden, onLeave }: { hidden: number; onLeave: () => void }) {
  const way = useWay('last');
  const mac = useIsMac();
  return (
    <p className={styles.later}>
      <button type="button" onClick={onLeave}>
        {hidden === 0 ? 'No later step' : `${plural(hidden, 'later step')} hidden`} ·{' '}
        {way === undefined ? 'return' : `${wayWords(way, mac)} to return`}
      </button>
    </p>
  );
}

function Head() {
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
    </div>
  );
}

/** Keys of the rows whose texts a step's row shows. */
function previewKeys(entry: Entry | undefined): string[] {
  if (entry?.entry !== 'step') return [];
  const calls = entry.calls.slice(0, MAX_CALLS_SHOWN).map((call) => call.key);
  return entry.thought.key === null || calls.includes(entry.thought.key) ? calls : [...calls, entry.thought.key];
}

/** Keys of responses without an end. */
const keysOfPartial = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(entries.flatMap((entry) => (entry.entry === 'step' && isPartial(entry) ? previewKeys(entry) : [])));

/** One listener for all rows: the clicked element has the data. */
function onRowClick(event: MouseEvent<HTMLDivElement>, view: TimelineView, retry: () => void): void {
  const target = event.target instanceof Element ? event.target : null;
  const entryOf = (key: string | undefined) => view.timeline.entries.find((entry) => entry.key === key);
  const row = entryOf(target?.closest<HTMLElement>('[data-key]')?.dataset.key);
  if (!target || !row) return;
  if (target.closest('[data-retry]')) return retry();
  const goto = entryOf(target.closest<HTMLElement>('[data-goto]')?.dataset.goto);
  if (goto) return view.onSelect(goto, -1);
  if (target.closest('[data-twisty]')) return view.onToggle(row);
  // Selecting text to copy it must not select the row.
  if (document.getSelection()?.isCollapsed === false) return;
  const call = target.closest<HTMLElement>('[data-call]')?.dataset.call;
  view.onSelect(row, call === undefined ? -1 : Number(call));
}
