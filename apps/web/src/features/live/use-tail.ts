'use client';
// The tail of the stream as React state: updated at most ten times a second, and frozen while paused.
import { useEffect, useRef, useState } from 'react';
import type { LiveStepsEvent, LiveTraceNews } from '../../lib/live/live-event.ts';
import { useLiveSteps } from '../../lib/live/use-stream.ts';
import { EMPTY_TAIL, TailBuilder, type Tail } from './tail.ts';

const PAINT_EVERY_MS = 100;

interface TailState {
  tail: Tail;
  /** True after the first response, so that an empty screen means that there are no steps. */
  isKnown: boolean;
  /** The stream missed steps that the server can no longer send. */
  hasGap: boolean;
}

export function useTail(project: string, q: string) {
  const [state, setState] = useState<TailState>({ tail: EMPTY_TAIL, isKnown: false, hasGap: false });
  const builder = useRef(new TailBuilder());
  const next = useRef(state);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const paint = (change: Partial<TailState>) => {
    next.current = { ...next.current, ...change };
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setState(next.current);
    }, PAINT_EVERY_MS);
  };
  useEffect(() => {
    builder.current = new TailBuilder();
    next.current = { tail: EMPTY_TAIL, isKnown: false, hasGap: false };
    setState(next.current);
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [project, q]);
  const status = useLiveSteps({ project, q }, (event: LiveStepsEvent) => {
    if (event.kind === 'gap') return paint({ hasGap: true });
    if (event.kind !== 'steps' && event.kind !== 'recent') return;
    const news = JSON.parse(event.news) as LiveTraceNews[];
    paint({ tail: builder.current.add(news, event.kind === 'steps' ? performance.now() : undefined), isKnown: true });
  });
  return { ...state, status };
}

/** While paused the shown steps do not change; `waiting` counts the steps that arrived since. */
export function useHeld(tail: Tail, isPaused: boolean): { shown: Tail; waiting: number } {
  const [held, setHeld] = useState<Tail>();
  if (isPaused && !held) setHeld(tail);
  if (!isPaused && held) setHeld(undefined);
  const shown = (isPaused && held) || tail;
  return { shown, waiting: tail.arrived - shown.arrived };
}
