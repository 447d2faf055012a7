import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/**
 * The rows that a virtual list mounts: its range, and the current row at any distance, because it has the focus. -1 =
 * none.
 */
export function rowsWith(current: number, range: Range): number[] {
  const shown = defaultRangeExtractor(range);
  return current < 0 || shown.includes(current) ? shown : [...shown, current].sort((a, b) => a - b);
}
