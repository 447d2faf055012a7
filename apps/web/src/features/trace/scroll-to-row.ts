/** Where a list of rows under a head has to be scrolled to, from what is known without asking the page. Pure; all in pixels. */

interface Row {
  /** From the first row's upper edge. */
  start: number;
  end: number;
}

interface ListView {
  /** How far the list is scrolled. */
  offset: number;
  height: number;
  /** Covered by the head of the columns; the first row begins below it. */
  head: number;
}

/** Brings a row into the middle, or only as far as it takes to see it and a little beyond; undefined = it is seen already. */
export function offsetToShow(
  row: Row,
  { offset, height, head }: ListView,
  to: 'middle' | 'nearest',
): number | undefined {
  if (to === 'middle') return Math.max(0, (row.start + row.end + head - height) / 2);
  if (row.start < offset) return Math.max(0, row.start - head);
  if (row.end + head <= offset + height) return undefined;
  // Of a row that is higher than the list, its beginning.
  return Math.min(row.start, row.end + 2 * head - height);
}
