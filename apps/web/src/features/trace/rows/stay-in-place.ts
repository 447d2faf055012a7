/**
 * Computes the scroll position that keeps the visible rows in place while rows are added, removed or resized. Pure; all
 * values in one unit.
 */

export interface ListRow {
  key: string;
  /** In rem, unless stated otherwise. */
  height: number;
}

interface Viewport {
  /** Scroll position: where the visible area begins. */
  offset: number;
  /** Height of the visible area. */
  height: number;
  /** Key of the current row. */
  current: string | undefined;
}

interface PlacedRow extends ListRow {
  start: number;
}

/** A list at its top stays there. The nearest previous row stands in for a removed one. */
export function offsetToStay(before: readonly ListRow[], after: readonly ListRow[], looked: Viewport): number {
  const { offset } = looked;
  if (offset <= 0) return offset;
  const [from, to] = [placedRows(before), new Map(placedRows(after).map((place) => [place.key, place]))];
  const eyes = before.length === after.length ? currentRowIndex(from, looked) : -1;
  const seen = eyes >= 0 ? eyes : firstVisibleIndex(from, looked);
  for (let at = seen; at >= 0; at--) {
    const [old, next] = [from[at], to.get(from[at]?.key ?? '')];
    if (old && next) return Math.max(0, next.start + (at === seen ? passed(old, next, offset) : 0));
  }
  return offset;
}

function placedRows(rows: readonly ListRow[]): PlacedRow[] {
  let end = 0;
  return rows.map(({ key, height }) => {
    const start = end;
    end += height;
    return { key, height, start };
  });
}

/**
 * The current row is the anchor while the set of rows stays the same. When rows are added or removed, it is not,
 * because the change may be above it. -1 = not visible.
 */
function currentRowIndex(places: readonly PlacedRow[], { offset, height, current }: Viewport): number {
  if (current === undefined) return -1;
  return places.findIndex(({ key, start }) => key === current && start >= offset && start < offset + height);
}

/** The first row that begins in the visible area, or the one that fills it. */
function firstVisibleIndex(places: readonly PlacedRow[], { offset, height }: Viewport): number {
  const next = places.findIndex(({ start }) => start >= offset);
  if (next < 0) return places.length - 1;
  return (places[next]?.start ?? 0) < offset + height ? next : next - 1;
}

/** The scroll distance past the beginning of a row (negative: before it); 0 when the row is now shorter than that. */
function passed(old: PlacedRow, next: PlacedRow, offset: number): number {
  const beyond = offset - old.start;
  return beyond < next.height ? beyond : 0;
}
