// The progress of a backup or restore, and its contents, in one line.
import { formatDuration } from '../progress.ts';

export interface Transfer {
  rows: number;
  /** The size of the rows as text. */
  bytes: number;
  /** 0 to 1; undefined where it cannot be estimated. */
  fraction: number | undefined;
  table: string;
}

/** An estimate from a smaller share means nothing. */
const LEAST_FRACTION = 0.01;

/** `42 %, 1,234,567 rows, 1.2 GB, about 35 s left (spans_20261124)`. */
export function transferLine(transfer: Transfer, elapsedMs: number): string {
  const { rows, bytes, fraction, table } = transfer;
  const parts = [countRows(rows), formatBytes(bytes)];
  if (fraction !== undefined) parts.unshift(`${Math.floor(fraction * 100)} %`);
  if (fraction !== undefined && fraction >= LEAST_FRACTION && fraction < 1)
    parts.push(`about ${formatDuration((elapsedMs * (1 - fraction)) / fraction)} left`);
  return `${parts.join(', ')} (${table})`;
}

/** `1,234,567 rows as of 2026-11-24 17:00:00 UTC`. */
export function savedMoment(takenAt: string, tables: readonly { rows: number }[]): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${countRows(rows)} as of ${takenAt.slice(0, 19).replace('T', ' ')} UTC`;
}

export const countRows = (rows: number): string => `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;

/** Powers of 1,000, as disks are sold. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
