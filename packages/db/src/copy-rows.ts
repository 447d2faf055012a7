/**
 * Rows by the binary format of COPY, the fastest way in: half the CPU of PostgreSQL that the same rows cost as JSON (docs/performance.md). COPY
 * knows no ON CONFLICT: write-batch.ts gives it only rows that cannot be there, since it holds the lock of their trace.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TransactionSql } from './connect.ts';
import { CopyBytes } from './copy-bytes.ts';
import { columnList, type ColumnType } from './json-rows.ts';

export interface CopyTable {
  name: string;
  /**
   * In groups, one for each object that a row is given as. Each type is that of the column, exactly: the format has no others. `hex`: hex digits
   * that become bytea, `hex[]`: bytea[]; `bytea` takes a Buffer.
   */
  columns: readonly CopyColumns[];
}
export type CopyType = Exclude<ColumnType, 'jsonb' | 'integer[]'> | 'hex[]' | 'bytea';
type CopyColumns = Readonly<Record<string, CopyType>>;
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
    text = `COPY ${table.name} (${table.columns.map(columnList).join(', ')}) FROM STDIN (FORMAT binary)`;
    statements.set(table, text);
  }
  return text;
}

/** Row by row into bytes: one block of all rows would be alive until its end. */
function* pieces({ columns }: CopyTable, rows: readonly CopyRow[]): Generator<Buffer> {
  const cells = columns.flatMap((group, index) =>
    Object.entries(group).map(([property, type]) => ({ index, property, write: WRITERS[type] })),
  );
  const bytes = new CopyBytes();
  for (const row of rows) {
    bytes.row(cells.length);
    for (const { index, property, write } of cells) {
      const value = (row[index] as Readonly<Record<string, unknown>>)[property];
      if (value === null || value === undefined) bytes.none();
      else write(bytes, value);
    }
    yield* bytes.takeFull();
  }
  yield* bytes.finish();
}

const WRITERS: Readonly<Record<CopyType, (bytes: CopyBytes, value: unknown) => void>> = {
  uuid: (bytes, uuid) => bytes.uuid(uuid as string),
  hex: (bytes, digits) => bytes.hex(digits as string),
  'hex[]': (bytes, list) => bytes.hexes(list as string[]),
  bytea: (bytes, value) => bytes.bytes(value as Uint8Array),
  text: (bytes, text) => bytes.text(text as string),
  'text[]': (bytes, list) => bytes.texts(list as string[]),
  date: (bytes, day) => bytes.date(day as string),
  timestamptz: (bytes, iso) => bytes.timestamp(iso as string),
  bigint: (bytes, number) => bytes.bigint(number),
  integer: (bytes, number) => bytes.integer(number),
  boolean: (bytes, value) => bytes.boolean(value as boolean),
};
