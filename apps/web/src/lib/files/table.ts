// Tables with typed columns, for calculations: as CSV for spreadsheets, as records for programs. Pure.
import { csvLine, type CsvValue } from './csv.ts';

/** Names include their unit (`_usd`, `_tokens`, `_ms`); null = not available. */
export type TableColumn<Row> = readonly [name: string, value: (row: Row) => CsvValue];

export const tableHead = <Row>(columns: readonly TableColumn<Row>[]): string => csvLine(columns.map(([name]) => name));

export const tableLines = <Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => csvLine(columns.map(([, value]) => value(row)))).join('');

export const tableCsv = <Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string =>
  tableHead(columns) + tableLines(columns, rows);

export type TableRecord = Record<string, string | number | boolean | null>;

/** The same values for JSON: counts as numbers, which are exact up to 2^53, dollars as text, times as ISO 8601. */
export const tableRecords = <Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): TableRecord[] =>
  rows.map((row) => Object.fromEntries(columns.map(([name, value]) => [name, plain(value(row))])));

function plain(value: CsvValue): string | number | boolean | null {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Date ? value.toISOString() : (value ?? null);
}

/** Nano-dollars as dollars, with all digits. */
export function dollars(nano: bigint): string {
  const digits = nano.toString().padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, '');
}
