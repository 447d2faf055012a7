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
  /** In groups, one for each object that a row is given as. `hex[]`: hex digits that become bytea[]; `bytea` takes a Buffer. */
  columns: readonly CopyColumns[];
}
type CopyColumns = Readonly<Record<string, ColumnType | 'hex[]' | 'bytea'>>;
/** One object a group of columns: so nothing is copied to make a row. Null and undefined are NULL; other properties are left out. */
export type CopyRow = readonly object[];

export async function copyRows(sql: TransactionSql, table: CopyTable, rows: readonly CopyRow[]): Promise<void> {
  if (rows.length === 0) return;
  const target = await sql.unsafe(statementOf(table)).writable();
  await pipeline(Readable.from(pieces(table, rows)), target);
}

const statements = new Map<CopyTable, string>();

function statementOf(table: CopyTable): string {
  let text = statements.get(table);
  if (text === undefined) {
    text = `COPY ${table.name} (${table.columns.map(columnList).join(', ')}) FROM STDIN`;
    statements.set(table, text);
  }
  return text;
}

const PIECE_BYTES = 256 * 1024;
/** Of UTF-8, for one unit of a text. */
const MOST_BYTES = 3;
const LINE_BREAK = 0x0a;

/** Row by row into bytes: one text of all rows would be alive as thousands of pieces until its end. */
function* pieces({ columns }: CopyTable, rows: readonly CopyRow[]): Generator<Buffer> {
  const cells = columns.flatMap((group, index) =>
    Object.entries(group).map(([property, type]) => ({ index, property, write: WRITERS[type] ?? plain })),
  );
  let piece = Buffer.allocUnsafe(PIECE_BYTES);
  let length = 0;
  for (const row of rows) {
    const text = lineOf(row, cells);
    if (length + text.length * MOST_BYTES > piece.length) {
      if (length > 0) yield piece.subarray(0, length);
      piece = Buffer.allocUnsafe(Math.max(PIECE_BYTES, text.length * MOST_BYTES));
      length = 0;
    }
    length += piece.write(text, length);
    piece[length - 1] = LINE_BREAK;
  }
  yield piece.subarray(0, length);
}

interface Cell {
  /** Of the object that has it. */
  index: number;
  property: string;
  write: (value: unknown) => string;
}

/** With a tab behind each cell: the last one becomes the line break where it is a byte, since cutting it off here copies the line. */
function lineOf(row: CopyRow, cells: readonly Cell[]): string {
  let line = '';
  for (const { index, property, write } of cells) {
    const value = (row[index] as Readonly<Record<string, unknown>>)[property];
    line += value === null || value === undefined ? '\\N\t' : write(value) + '\t';
  }
  return line;
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
