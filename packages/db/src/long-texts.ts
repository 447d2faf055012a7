/**
 * Inserts rows with few columns and long texts. They go as parameters of a multi-row VALUES: nothing is escaped on the way, so long texts cost
 * least (docs/performance.md). Chunks are powers of two, so that a handful of prepared statements serves every batch.
 */
import type { TransactionSql } from './connect.ts';

export interface LongTextTable {
  name: string;
  columns: readonly string[];
}

export const TEXTS: LongTextTable = {
  name: 'tool_call_texts',
  columns: ['project_id', 'day', 'trace_id', 'span_id', 'call_index', 'thoughts', 'preamble', 'arguments', 'result'],
};
export const PAYLOADS: LongTextTable = {
  name: 'payloads',
  columns: ['project_id', 'day', 'trace_id', 'span_id', 'body'],
};

export type LongTextValue = string | number | string[] | Buffer | null;

const LARGEST_CHUNK = 256;

/** `rows`: values in the order of the table's columns. */
export async function insertLongTexts(
  sql: TransactionSql,
  table: LongTextTable,
  rows: readonly LongTextValue[][],
): Promise<void> {
  const statements: PromiseLike<unknown>[] = [];
  for (let at = 0; at < rows.length;) {
    const size = Math.min(LARGEST_CHUNK, 2 ** Math.floor(Math.log2(rows.length - at)));
    statements.push(sql.unsafe(insertStatement(table, size), rows.slice(at, at + size).flat(), { prepare: true }));
    at += size;
  }
  await Promise.all(statements);
}

const texts = new Map<string, string>();

function insertStatement(table: LongTextTable, rows: number): string {
  const key = `${table.name} ${rows}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const width = table.columns.length;
  const tuples = Array.from({ length: rows }, (_row, row) => {
    const parameters = table.columns.map((_column, column) => `$${row * width + column + 1}`);
    return `(${parameters.join(', ')})`;
  });
  const text = `INSERT INTO ${table.name} (${table.columns.join(', ')}) VALUES ${tuples.join(', ')}`;
  texts.set(key, text);
  return text;
}
