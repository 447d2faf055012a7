'use client';
// The trace's thinking as a bar strip: one column per step, hatched where the thinking is hidden. Click, drag or arrow
// keys move through the trace.
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTheme } from 'next-themes';
import { rowName } from '../../../../lib/steps/sentences.ts';
import { stripColumns, stripWords } from './strip-columns.ts';
import type { Step, Timeline } from '../../../../lib/steps/step-tree.ts';
import { useBox } from '../../rows/use-box.ts';
import styles from './strip.module.css';

const MAX_COLUMNS_PER_REM = 4;

interface ThoughtStripProps {
  timeline: Timeline | undefined;
  selected: Step | undefined;
  /** In time travel, the last visible step. */
  at: number | null;
  onTravel: (step: number) => void;
  onSelect: (step: Step) => void;
}

export function ThoughtStrip({ timeline, selected, at: past, onTravel, onSelect }: ThoughtStripProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, rem } = useBox(box);
  const { resolvedTheme } = useTheme();
  const [pointed, setPointed] = useState<Step>();
  const steps = useMemo(() => knownSteps(timeline?.steps ?? [], past), [timeline, past]);
  const columns = useMemo(
    () => stripColumns(steps, Math.max(1, (width / rem) * MAX_COLUMNS_PER_REM)),
    [steps, width, rem],
  );
  useEffect(() => {
    let isStale = false;
    // Not in the first load: its place is kept free.
    void import('./paint-strip.ts').then(({ paintStrip }) => {
      if (!isStale && canvas.current && width > 0) paintStrip(canvas.current, columns);
    });
    return () => {
      isStale = true;
    };
  }, [columns, width, rem, resolvedTheme]);

  const at = (selected?.number ?? 1) - 1;
  const go = (step: Step) => (past !== null && step.number > past ? onTravel(step.number) : onSelect(step));
  const column = columns.findIndex(({ first, last }) => first <= at && at <= last);
  const stepAt = (event: PointerEvent<HTMLDivElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / stripWidth(columns.length, width, rem)) * columns.length);
    return steps[columns[Math.max(0, Math.min(columns.length - 1, index))]?.first ?? 0];
  };
  const toPointer = (event: PointerEvent<HTMLDivElement>) => {
    const step = stepAt(event);
    if (step && step !== selected) go(step);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = targetOf(event.key, at, steps.length);
    if (target === undefined) return;
    event.preventDefault();
    const step = steps[target];
    if (step) go(step);
  };
  return (
    <div
      ref={box}
      className={styles.strip}
      role="slider"
      tabIndex={steps.length > 0 ? 0 : -1}
      aria-label="Thought strip"
      aria-disabled={steps.length === 0}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, steps.length)}
      aria-valuenow={at + 1}
      aria-valuetext={selected ? rowName(selected) : 'no step'}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        toPointer(event);
      }}
      onPointerMove={(event) => {
        setPointed(stepAt(event));
        if (event.buttons === 1) toPointer(event);
      }}
      onPointerLeave={() => setPointed(undefined)}
    >
      <canvas ref={canvas} aria-hidden />
      <p aria-hidden className={styles.words}>
        {pointed ? rowName(pointed) : stripWords(steps)}
      </p>
      {column >= 0 && steps.length > 0 && (
        <Playhead column={column} of={columns.length} width={stripWidth(columns.length, width, rem)} />
      )}
    </div>
  );
}

/** Later steps keep their place in the strip, without a value. */
function knownSteps(steps: readonly Step[], at: number | null): readonly Step[] {
  if (at === null) return steps;
  return steps.map((step) =>
    step.number <= at
      ? step
      : { ...step, calls: [], span: null, thought: { ...step.thought, state: 'none', tokens: null, characters: 0 } },
  );
}

function Playhead({ column, of, width }: { column: number; of: number; width: number }) {
  return (
    <span
      aria-hidden
      className={styles.playhead}
      style={{ left: (column / of) * width, width: Math.max(3, width / of) }}
    />
  );
}

/** A trace with few steps does not need the whole width. */
const stripWidth = (columns: number, width: number, rem: number): number => Math.min(width, columns * rem * 1.5);

function targetOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(count - 1, at + 1);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, at - 1);
  if (key === 'PageUp') return Math.min(count - 1, at + 10);
  if (key === 'PageDown') return Math.max(0, at - 10);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
