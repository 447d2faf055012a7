/** Where a list is scrolled to so that what is looked at stays where it is while rows come, go or change their heights. Pure; all in one unit. */

export interface ListRow {
  key: string;
  /** In rem, where nothing else is said. */
  height: number;
}

interface Looked {
  /** How far the list is scrolled: what is seen of it begins there. */
  offset: number;
  /** Of what is seen. */
  height: number;
  /** Key of the current row. */
  current: string | undefined;
}

interface Place extends ListRow {
  start: number;
}

/** Whoever is at the beginning stays there. For a row that is gone the nearest one before it stands in. */
export function offsetToStay(before: readonly ListRow[], after: readonly ListRow[], looked: Looked): number {
  const { offset } = looked;
  if (offset <= 0) return offset;
  const [from, to] = [placesOf(before), new Map(placesOf(after).map((place) => [place.key, place]))];
  const eyes = before.length === after.length ? currentPlace(from, looked) : -1;
  const seen = eyes >= 0 ? eyes : firstPlace(from, looked);
  for (let at = seen; at >= 0; at--) {
    const [old, next] = [from[at], to.get(from[at]?.key ?? '')];
    if (old && next) return Math.max(0, next.start + (at === seen ? passed(old, next, offset) : 0));
  }
  return offset;
}

function placesOf(rows: readonly ListRow[]): Place[] {
  let end = 0;
  return rows.map(({ key, height }) => {
    const start = end;
    end += height;
    return { key, height, start };
  });
}

/** The current row has the eyes while all rows stay; where some come or go it may be somebody else's doing, above it. -1 = it is not seen. */
function currentPlace(places: readonly Place[], { offset, height, current }: Looked): number {
  if (current === undefined) return -1;
  return places.findIndex(({ key, start }) => key === current && start >= offset && start < offset + height);
}

/** The first row that begins on the screen, or the one that fills it. */
function firstPlace(places: readonly Place[], { offset, height }: Looked): number {
  const next = places.findIndex(({ start }) => start >= offset);
  if (next < 0) return places.length - 1;
  return (places[next]?.start ?? 0) < offset + height ? next : next - 1;
}

/** How far the list was scrolled beyond the beginning of a row (less than 0: up to it), unless the row is not that high any more. */
function passed(old: Place, next: Place, offset: number): number {
  const beyond = offset - old.start;
  return beyond < next.height ? beyond : 0;
}
