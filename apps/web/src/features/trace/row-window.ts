/** Rows of known heights: where each of them is, and which have to be there for a part of the list to be seen. Pure; in pixels. */

/** The upper edge of every row, and the lower edge of the last. */
export type Places = Float64Array;

export interface ListPart {
  /** How far the list is scrolled. */
  offset: number;
  height: number;
}

/** Rows from `first` up to and including `last`, by index; `last` is before `first` where there are none. */
export interface RowRange {
  first: number;
  last: number;
}

/** Beyond either end of what is seen, so that a row is there before it is scrolled to. */
const BEYOND = 4;
/** Rows come and go so many at a time: each time costs the same, however few they are. */
const BLOCK = 4;

export function placesOf(rows: readonly { height: number }[], rem: number): Places {
  const places = new Float64Array(rows.length + 1);
  rows.forEach(({ height }, index) => (places[index + 1] = places[index]! + height * rem));
  return places;
}

/** Index of the row that a place is in; the nearest one for a place beyond the rows. */
export function rowAt(places: Places, place: number): number {
  let low = 0;
  let high = places.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (places[middle]! <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function rowsFor(places: Places, { offset, height }: ListPart): RowRange {
  const count = places.length - 1;
  // A list that has no height yet shows nothing.
  if (count === 0 || height === 0) return { first: 0, last: -1 };
  const first = rowAt(places, offset) - BEYOND;
  const last = rowAt(places, offset + height) + BEYOND;
  return {
    first: Math.max(0, Math.floor(first / BLOCK) * BLOCK),
    last: Math.min(count - 1, Math.ceil((last + 1) / BLOCK) * BLOCK - 1),
  };
}

/** In their order, with one that is always there; -1 = no such row. */
export function indexesOf({ first, last }: RowRange, always: number): number[] {
  const indexes = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  if (always < 0 || last < first) return indexes;
  if (always < first) return [always, ...indexes];
  return always > last ? [...indexes, always] : indexes;
}
