/**
 * Spans of a trace → the tree of the Spans view: every received span, sorted by time within its parent. Children of a
 * span that was not received are grouped below a row of their own; spans in a parent cycle are shown at the top. Pure.
 *
 *   agent
 *     chat              ─┐ parents before their children, so that one pass
 *       POST /v1/chat    │ over the list can skip collapsed descendants
 *   Parent not received ─┘ (3 spans)
 */
import type { SpanRow } from '../../../lib/skeleton/skeleton.ts';
import { lastReported } from '../../../lib/figures/took.ts';

export interface SpanEntry {
  /** Id of the span, or `missing:<id>` for one that was not received. */
  key: string;
  /** null = not received. */
  span: SpanRow | null;
  /** Index of the parent entry; -1 = none. */
  parent: number;
  /** Counted from 1. */
  level: number;
  position: number;
  setSize: number;
  children: number;
}

export interface SpanTree {
  entries: SpanEntry[];
  /** Span id → index in `entries`. */
  places: Map<string, number>;
  /** First start and last known timestamp, in milliseconds from the start of the trace. */
  from: number;
  to: number;
}

const TOP = '';

export function spanTree(spans: readonly SpanRow[]): SpanTree {
  const below = childrenOf(spans);
  const entries: SpanEntry[] = [];
  const places = new Map<string, number>();
  const show = (roots: readonly SpanOrMissing[], from: number) => {
    const open = roots.map((node, index) => ({ node, parent: from, position: index + 1, setSize: roots.length }));
    open.reverse();
    for (let next = open.pop(); next; next = open.pop()) {
      const { node, parent, position, setSize } = next;
      const { key, span } = node;
      if (places.has(key)) continue;
      const own = below.get(key) ?? [];
      const level = (entries[parent]?.level ?? 0) + 1;
      const index = entries.push({ key, span, parent, level, position, setSize, children: own.length }) - 1;
      places.set(key, index);
      for (let at = own.length - 1; at >= 0; at--)
        open.push({ node: own[at]!, parent: index, position: at + 1, setSize: own.length });
    }
  };
  show(below.get(TOP) ?? [], -1);
  for (const span of spans) if (!places.has(span.id)) show([{ key: span.id, span, start: span.start }], -1);
  let [from, to] = [Infinity, -Infinity];
  for (const span of spans) [from, to] = [Math.min(from, span.start), Math.max(to, lastReported(span))];
  return { entries, places, from: spans.length === 0 ? 0 : from, to: spans.length === 0 ? 0 : to };
}

interface SpanOrMissing {
  key: string;
  span: SpanRow | null;
  start: number;
}

function childrenOf(spans: readonly SpanRow[]): Map<string, SpanOrMissing[]> {
  const ids = new Set(spans.map(({ id }) => id));
  const below = new Map<string, SpanOrMissing[]>();
  const add = (parent: string, node: SpanOrMissing) => {
    const list = below.get(parent);
    if (list) list.push(node);
    else below.set(parent, [node]);
  };
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const { id, parentId, start } = span;
    const isMissing = parentId !== null && !ids.has(parentId);
    const parent = parentId === null ? TOP : isMissing ? `missing:${parentId}` : parentId;
    // Sorted by time, so the group stands where its first span started.
    if (isMissing && !below.has(parent)) add(TOP, { key: parent, span: null, start });
    add(parent, { key: id, span, start });
  }
  return below;
}

/** Indexes of the entries without a collapsed ancestor, in order. */
export function shownEntries({ entries }: SpanTree, isOpen: (entry: SpanEntry) => boolean): number[] {
  const shown: number[] = [];
  const isShown = new Uint8Array(entries.length);
  entries.forEach(({ parent }, index) => {
    const holder = entries[parent];
    if (holder && !(isShown[parent] === 1 && isOpen(holder))) return;
    isShown[index] = 1;
    shown.push(index);
  });
  return shown;
}

/**
 * The position of a span as fractions of the trace's duration; without an end, up to the last known timestamp. Clamped
 * to the trace, because clocks may differ.
 */
export function barOf(
  { from, to }: SpanTree,
  { start, duration }: Pick<SpanRow, 'start' | 'duration'>,
): { left: number; width: number } {
  const length = Math.max(to - from, Number.EPSILON);
  const left = Math.min(Math.max((start - from) / length, 0), 1);
  return { left, width: duration === null ? 1 - left : Math.min(Math.max(duration, 0) / length, 1 - left) };
}
