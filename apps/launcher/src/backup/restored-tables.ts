// Lists the contents of a backup, one line for each table.
import type { RestoreSummary } from '@subtext/db';
import { countRows } from './transfer-line.ts';

/** The days of a table are added up. */
export function restoredTables({ manifest, tables }: Pick<RestoreSummary, 'manifest' | 'tables'>): string {
  const rows = new Map(tables.map((table) => [table.name, table.rows]));
  const totals = new Map<string, { rows: number; days: number }>();
  for (const { name, partition } of manifest.tables) {
    const total = totals.get(partition?.of ?? name) ?? { rows: 0, days: 0 };
    total.rows += rows.get(name) ?? 0;
    total.days += partition === undefined ? 0 : 1;
    totals.set(partition?.of ?? name, total);
  }
  const width = Math.max(...[...totals.keys()].map((name) => name.length));
  return [...totals]
    .map(([name, total]) => `  ${name.padEnd(width)}  ${countRows(total.rows)}${inDays(total.days)}`)
    .join('\n');
}

const inDays = (days: number): string => (days === 0 ? '' : ` in ${days} ${days === 1 ? 'day' : 'days'}`);
