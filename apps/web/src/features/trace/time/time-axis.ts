/** The time axis of the Why timeline: the same scale, bars and critical path as in the Spans view. Pure. */
import type { SpanRow } from '../../../lib/skeleton/skeleton.ts';
import { criticalPath } from './critical-path.ts';
import { barOf, spanTree, type SpanTree } from './span-tree.ts';

export interface TimeAxis {
  tree: SpanTree;
  /** Ids of the spans on the critical path. */
  critical: ReadonlySet<string>;
  /** Where a span stands, as fractions of the axis. */
  barOf: (timed: Pick<SpanRow, 'start' | 'duration'>) => { left: number; width: number };
}

/** null without spans, which load after the first rows. */
export function timeAxis(spans: readonly SpanRow[]): TimeAxis | null {
  if (spans.length === 0) return null;
  const tree = spanTree(spans);
  return { tree, critical: criticalPath(tree), barOf: (timed) => barOf(tree, timed) };
}
