'use client';
// The Spans view: every received span of any kind, as a tree with time bars. Selecting a step's span opens the step.
import { useMemo, useRef, useState, type MouseEvent } from 'react';
import type { CallRow, SpanRow } from '../../../lib/skeleton/skeleton.ts';
import { namesOf } from '../../../lib/skeleton/span-names.ts';
import { type OpenCall } from '../../../lib/steps/call-outcome.ts';
import { runsOfCall } from '../../../lib/steps/joined-call.ts';
import { openWords } from '../../../lib/steps/sentences.ts';
import type { Step, Timeline } from '../../../lib/steps/step-tree.ts';
import { duration } from '../../../lib/figures/format.ts';
import { spansAsOf } from '../time/as-of.ts';
import { ChosenStep, type ChosenStepProps } from '../panel/ChosenStep.tsx';
import { PanelSplit, useShowsPanel } from '../panel/PanelSplit.tsx';
import { criticalPath } from '../time/critical-path.ts';
import { SpanItem } from './SpanItem.tsx';
import { SpanPanel } from '../panel/SpanPanel.tsx';
import type { SpanEntry } from '../time/span-tree.ts';
import { TimeScale } from '../time/TimeScale.tsx';
import { useBox, useIsNarrow } from '../rows/use-box.ts';
import { useRowFocus } from '../rows/use-row-focus.ts';
import { useSpanRows } from './use-span-rows.ts';
import { useWindow } from '../rows/use-window.ts';
import styles from './spans.module.css';

/** Height of a row in rem. */
const ROW = 1.75;
/** Height of the sticky header, with the time axis, in rem. */
const HEAD = 2.8125;
/** Labels of the time axis that fit into its column. */
const TICKS = 4;

interface SpansViewProps extends ChosenStepProps {
  spans: readonly SpanRow[];
  calls: readonly CallRow[];
}

export function SpansView({ spans: received, calls, ...view }: SpansViewProps) {
  const { timeline, selection, travel, url, setUrl } = view;
  const past = travel.at !== null;
  const spans = useMemo(() => (past ? spansAsOf(received, timeline) : received), [received, timeline, past]);
  const isNarrow = useIsNarrow();
  const steps = useMemo(() => stepsBySpan(timeline), [timeline]);
  const runs = useMemo(() => runsBySpan(calls), [calls]);
  // A row for a span that was not received is not in the URL.
  const [group, setGroup] = useState<string>();
  const linked = useMemo(() => spanNamed(spans, url.span), [spans, url.span]);
  const chosen = group ?? linked ?? (selection.implied ? undefined : selection.step?.span?.id);
  const choose = (entry: SpanEntry) => {
    setGroup(entry.span ? undefined : entry.key);
    if (!entry.span) return;
    const step = steps.get(entry.key);
    void setUrl({ span: entry.key, step: step ? String(step.number) : null });
  };
  const rows = useSpanRows(spans, chosen, choose);
  const openWord = openWords({ live: view.live, past });
  const open = (entry: SpanEntry) => {
    choose(entry);
    if (isNarrow && entry.span) void setUrl({ panel: 1 });
  };
  const entry = rows.tree.entries[rows.tree.places.get(chosen ?? '') ?? -1];
  const showsPanel = useShowsPanel(url) && entry?.span != null;
  const panel = showsPanel && entry.span && (
    <>
      {steps.has(entry.key) ? (
        <ChosenStep {...view} />
      ) : (
        <SpanPanel address={view.address} span={entry.span} open={openWord} onClose={() => void setUrl({ panel: 0 })} />
      )}
    </>
  );
  return (
    <PanelSplit panel={panel}>
      <SpanTable {...{ rows, chosen, steps, runs, openWord }} onOpen={open} />
    </PanelSplit>
  );
}

interface SpanTableProps {
  rows: ReturnType<typeof useSpanRows>;
  chosen: string | undefined;
  steps: ReadonlyMap<string, Step>;
  runs: ReadonlyMap<string, CallRow>;
  openWord: OpenCall;
  onOpen: (entry: SpanEntry) => void;
}

function SpanTable({ rows: { tree, shown, current, isOpen, toggle }, ...table }: SpanTableProps) {
  const { chosen, steps, runs, openWord, onOpen } = table;
  const scroller = useRef<HTMLDivElement>(null);
  const { rem } = useBox(scroller);
  const critical = useMemo(() => criticalPath(tree), [tree]);
  const rows = useMemo(() => shown.map((at) => ({ key: tree.entries[at]?.key ?? '', height: ROW })), [shown, tree]);
  const virtualizer = useWindow({ scroller, rows, rem, head: HEAD, current, currentKey: chosen });
  useRowFocus(scroller, chosen);
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const target = event.target instanceof Element ? event.target : null;
    const key = target?.closest<HTMLElement>('[data-key]')?.dataset.key;
    const entry = tree.entries[tree.places.get(key ?? '') ?? -1];
    if (!target || !entry) return;
    if (target.closest('[data-twisty]')) return toggle(entry);
    if (document.getSelection()?.isCollapsed === false) return;
    onOpen(entry);
  };
  return (
    <div ref={scroller} className={styles.spans}>
      <div role="treegrid" aria-label="Spans" aria-rowcount={shown.length + 1} onClick={onClick}>
        <div role="row" aria-rowindex={1} className={styles.head}>
          <span role="columnheader">Span</span>
          <span role="columnheader">Step</span>
          <span role="columnheader">Tokens</span>
          <span role="columnheader">Cost</span>
          <span role="columnheader">Duration</span>
          <span role="columnheader" className={styles.when}>
            <span className="visually-hidden">When, of {duration(tree.to - tree.from)}</span>
            <TimeScale tree={tree} ticks={TICKS} />
          </span>
        </div>
        <div role="rowgroup" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const entry = tree.entries[shown[item.index] ?? -1];
            return (
              entry && (
                <SpanItem
                  key={entry.key}
                  {...{ entry, tree, top: item.start, rowIndex: item.index + 2 }}
                  expanded={entry.children > 0 ? isOpen(entry) : undefined}
                  selected={entry.key === chosen}
                  reachable={entry.key === chosen || (current < 0 && item.index === 0)}
                  step={steps.get(entry.key)}
                  run={runs.get(entry.key)}
                  open={openWord}
                  critical={critical.has(entry.key)}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Maps the span of a tool to what it says about its call. */
const runsBySpan = (calls: readonly CallRow[]): Map<string, CallRow> =>
  new Map(calls.flatMap((row) => (row.describedBy === 'execution' ? [[row.spanId, row] as const] : [])));

/** Maps each span to its step: the span of the response, or of an executed tool. */
function stepsBySpan({ steps }: Timeline): Map<string, Step> {
  const bySpan = new Map<string, Step>();
  const add = (id: string | undefined, step: Step) => id !== undefined && !bySpan.has(id) && bySpan.set(id, step);
  for (const step of steps) {
    add(step.span?.id, step);
    for (const call of step.calls) for (const { spanId } of runsOfCall(call)) add(spanId, step);
  }
  return bySpan;
}

function spanNamed(spans: readonly SpanRow[], name: string | null): string | undefined {
  if (name === null) return undefined;
  const names = namesOf(name);
  return spans.find(({ id }) => names.includes(id))?.id ?? name;
}
