'use client';
// The current row of the trace page, the visible rows around it, and the functions that move from row to row.
import { useMemo } from 'react';
import { useGrowingSteps } from '../live/use-growth.ts';
import { useOpenEntries } from '../navigation/use-open-entries.ts';
import { useMoves, useSelection } from '../navigation/use-selection.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import { useRows } from '../timeline/use-rows.ts';
import type { AddressedTrace } from './use-addressed-trace.ts';

export function useTraceNavigation(address: TraceAddress, { stored, url, setUrl, travel }: AddressedTrace) {
  const { summary, beyond, growth } = stored;
  const { timeline } = travel;
  const selecting = useSelection(timeline, { url, setUrl, beyond });
  const { isOpen, toggle } = useOpenEntries(timeline, selecting.selection.entry, summary.data?.steps);
  const hide = useMemo(() => new Set(url.hide), [url.hide]);
  const growing = useGrowingSteps(timeline, growth, {
    startedAt: summary.data?.startedAt,
    past: travel.at !== null,
  });
  const layout = useRows(address, timeline, { isOpen, hide, growing, selection: selecting.selection });
  const moves = useMoves(timeline, layout.rows, selecting);
  return { selecting, isOpen, toggle, hide, growing, moves, ...layout };
}

export type TraceNavigation = ReturnType<typeof useTraceNavigation>;
