/**
 * SQL that adds the histograms of a group, bucket by bucket, in one pass. Unnesting those of a month and grouping again
 * takes several times as long.
 */
export function sumOfHistogram(column: string, buckets: number): string {
  const sums = Array.from({ length: buckets }, (_, index) => `sum(${column}[${index + 1}])`);
  return `array[${sums.join(', ')}]::int[] as ${column}`;
}
