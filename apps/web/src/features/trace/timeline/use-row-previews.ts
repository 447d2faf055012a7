'use client';
// The texts of the mounted rows, including those that are still streaming.
import { useMemo } from 'react';
import { isPartial } from '../../../lib/steps/sentences.ts';
import type { Entry } from '../../../lib/steps/step-tree.ts';
import { usePreviews } from '../data/use-previews.ts';
import { growingPreviews, type GrowingStep } from '../live/growth.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import { MAX_CALLS_SHOWN } from './layout.ts';

export function useRowPreviews(
  address: TraceAddress,
  mounted: readonly Entry[],
  growing: ReadonlyMap<string, GrowingStep>,
) {
  const grown = useMemo(() => growingPreviews(growing), [growing]);
  // Rows of responses without an end.
  const partial = new Set(mounted.filter((entry) => entry.entry === 'step' && isPartial(entry)).flatMap(previewKeys));
  return usePreviews(address, mounted.flatMap(previewKeys), { growing: grown, partial });
}

/** Keys of the rows whose texts a step's row shows. */
function previewKeys(entry: Entry): string[] {
  if (entry.entry !== 'step') return [];
  const calls = entry.calls.slice(0, MAX_CALLS_SHOWN).map((call) => call.key);
  return entry.thought.key === null || calls.includes(entry.thought.key) ? calls : [...calls, entry.thought.key];
}
