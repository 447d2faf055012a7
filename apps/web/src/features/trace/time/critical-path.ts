/**
 * The critical path of a trace: the chain of spans that its duration depends on. From the end backwards, the span that
 * ended last before the chain so far began; within it, the same of its children. Pure.
 *
 *   agent   ├──────────────────────┤   on the path
 *   chat    ├────┤                     on the path
 *   search       ├───┤                 not: the other search ended later
 *   search       ├───────┤             on the path
 *   chat                  ├────────┤   on the path
 */
import type { SpanTree } from './span-tree.ts';

interface Timed {
  key: string;
  start: number;
  end: number;
}

export function criticalPath(tree: SpanTree): ReadonlySet<string> {
  const below = childrenOf(tree);
  const path = new Set<string>();
  const open = [{ parent: -1, until: Infinity }];
  for (let next = open.pop(); next; next = open.pop()) {
    let begun = next.until;
    for (const { index, key, start, end } of below.get(next.parent) ?? []) {
      // Clocks may differ, so a span ends for this at the latest with the one that it is part of.
      const ended = Math.min(end, next.until);
      if (ended > begun || ended <= start) continue;
      if (tree.entries[index]?.span) path.add(key);
      open.push({ parent: index, until: ended });
      begun = start;
    }
  }
  return path;
}

/** Children of each entry, the one that ended last first. */
function childrenOf({ entries }: SpanTree): Map<number, (Timed & { index: number })[]> {
  const times = timesOf(entries);
  const below = new Map<number, (Timed & { index: number })[]>();
  entries.forEach(({ parent, key }, index) => {
    const child = { key, index, ...times[index]! };
    const siblings = below.get(parent);
    if (siblings) siblings.push(child);
    else below.set(parent, [child]);
  });
  for (const siblings of below.values()) siblings.sort((one, other) => other.end - one.end || one.start - other.start);
  return below;
}

/** A span without an end, or that was not received, lasts at least as long as what is below it. */
function timesOf(entries: SpanTree['entries']): { start: number; end: number }[] {
  const times = entries.map(({ span }) => ({
    start: span?.start ?? Infinity,
    end: span ? span.start + (span.duration ?? 0) : -Infinity,
  }));
  for (let index = entries.length - 1; index >= 0; index--) {
    const above = entries[index]!.parent;
    const span = entries[above]?.span;
    if (above < 0 || (span && span.duration !== null)) continue;
    const [holder, held] = [times[above]!, times[index]!];
    if (!span) holder.start = Math.min(holder.start, held.start);
    holder.end = Math.max(holder.end, held.end);
  }
  return times;
}
