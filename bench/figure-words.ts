/** Figures of the benchmarks as text. */
import { quantile } from './statistics.ts';

export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
export const milliseconds = (value: number) => `${value.toFixed(0)} ms`;

/** `median 420 ms, p95 610 ms, most 640 ms (20)` */
export function spread(values: readonly number[]): string {
  const [middle, nearlyAll, all] = [0.5, 0.95, 1].map((share) => milliseconds(quantile(values, share)));
  return `median ${middle}, p95 ${nearlyAll}, most ${all} (${values.length})`;
}
