'use client';
// The texts of the mounted rows, including those that are still streaming.
import { useMemo } from 'react';
import { hasResult } from '../../../lib/steps/call-outcome.ts';
import { resultKeys } from '../../../lib/steps/joined-call.ts';
import { isPartial } from '../../../lib/steps/sentences.ts';
import type { Entry } from '../../../lib/steps/step-tree.ts';
import { usePreviews } from '../data/use-previews.ts';
import { growingPreviews, type GrowingStep } from '../live/growth.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';

interface MountedRow {
  entry: Entry;
  /** Number of calls that are shown. */
  calls: number;
}

export function useRowPreviews(
  address: TraceAddress,
  mounted: readonly MountedRow[],
  growing: ReadonlyMap<string, GrowingStep>,
) {
  const grown = useMemo(() => growingPreviews(growing), [growing]);
  // Rows of responses without an end.
  const partial = new Set(
    mounted.filter(({ entry }) => entry.entry === 'step' && isPartial(entry)).flatMap(previewKeys),
  );
  return usePreviews(address, [...new Set(mounted.flatMap(previewKeys))], { growing: grown, partial });
}

/** Keys of the rows whose texts a step's row shows. */
function previewKeys({ entry, calls }: MountedRow): string[] {
  if (entry.entry !== 'step') return [];
  const shown = entry.calls.slice(0, calls);
  const keys = shown.flatMap((call) => [call.key, ...(hasResult(call) ? resultKeys(call) : [])]);
  return entry.thought.key === null ? keys : [...keys, entry.thought.key];
}
