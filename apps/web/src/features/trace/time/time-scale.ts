/** Labels of a time axis: round times, at most so many. Pure. */

const ROUND = [1, 2, 5, 10];

/** Milliseconds from the start of the axis, from 0 on; `length` in milliseconds. */
export function timeTicks(length: number, most: number): number[] {
  if (!(length > 0)) return [0];
  const magnitude = 10 ** Math.floor(Math.log10(length / most));
  const step = magnitude * ROUND.find((factor) => magnitude * factor * most >= length)!;
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step);
}
