/**
 * Rows as the text format of COPY, the fastest way in: half the CPU of PostgreSQL that the same rows cost as JSON (docs/performance.md). COPY
 * knows no ON CONFLICT: write-batch.ts gives it only rows that cannot be there, since it holds the lock of their trace.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TransactionSql } from './connect.ts';
import { columnList, type ColumnType } from './json-rows.ts';

export interface CopyTable {
  name: string;
  /** `hex[]`: hex digits that become bytea[]; `bytea` takes a Buffer. */
  columns: CopyColumns;
}
type CopyColumns = Readonly<Record<string, ColumnType | 'hex[]' | 'bytea'>>;

/** Properties that are no columns are left out; null and undefined are NULL. */
export async function copyRows(sql: TransactionSql, table: CopyTable, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const text = Buffer.from(copyText(table.columns, rows));
  const target = await sql.unsafe(`COPY ${table.name} (${columnList(table.columns)}) FROM STDIN`).writable();
  await pipeline(Readable.from(pieces(text)), target);
}

/** A message of the protocol is copied by the driver: pieces keep that small. */
const PIECE_BYTES = 256 * 1024;

function* pieces(text: Buffer): Generator<Buffer> {
  for (let at = 0; at < text.length; at += PIECE_BYTES) yield text.subarray(at, at + PIECE_BYTES);
}

function copyText(columns: CopyColumns, rows: readonly object[]): string {
  const cells = Object.entries(columns).map(([property, type]) => ({ property, write: WRITERS[type] ?? plain }));
  let text = '';
  for (const row of rows as readonly Readonly<Record<string, unknown>>[]) {
    let separator = '';
    for (const { property, write } of cells) {
      const value = row[property];
      text += separator + (value === null || value === undefined ? '\\N' : write(value));
      separator = '\t';
    }
    text += '\n';
  }
  return text;
}

/** Numbers, dates and what else needs no escaping. */
const plain = (value: unknown): string => String(value);

const WRITERS: Readonly<Record<string, (value: unknown) => string>> = {
  hex: (digits) => `\\\\x${digits as string}`,
  'hex[]': (list) => `{${(list as string[]).map((digits) => `"\\\\\\\\x${digits}"`).join(',')}}`,
  bytea: (bytes) => `\\\\x${(bytes as Buffer).toString('hex')}`,
  text: (text) => escaped(text as string),
  'text[]': (list) => escaped(`{${(list as string[]).map(quoted).join(',')}}`),
};

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (sign) => ESCAPES[sign]!) : text;
}
