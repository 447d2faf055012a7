/**
 * The scroll position of a list with a sticky header, computed without reading the layout. Pure; all values in pixels.
 */

interface Row {
  /** Distance from the upper edge of the first row. */
  start: number;
  end: number;
}

interface ListView {
  /** The list's scroll position. */
  offset: number;
  height: number;
  /** Height of the sticky header; the first row begins below it. */
  head: number;
}

/**
 * The position that centers a row, or the nearest one that shows it with a margin; undefined = the row is visible
 * already.
 */
export function offsetToShow(
  row: Row,
  { offset, height, head }: ListView,
  to: 'middle' | 'nearest',
): number | undefined {
  if (to === 'middle') return Math.max(0, (row.start + row.end + head - height) / 2);
  if (row.start < offset) return Math.max(0, row.start - head);
  if (row.end + head <= offset + height) return undefined;
  // Shows the beginning of a row that is higher than the list.
  return Math.min(row.start, row.end + 2 * head - height);
}
