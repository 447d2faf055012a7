/** Writes rows of one table into one file. */
import type { TableSchema } from './schema.ts';
import { jsonLines } from './json-lines.ts';
import { parquetFile } from './parquet-file.ts';

export const FILE_FORMATS = ['jsonl', 'parquet'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Keeps no more than a few megabytes of rows. */
export interface RowWriter {
  /** Rows as JSON objects. */
  add: (rows: readonly string[]) => Promise<void>;
  /** Writes what is left. */
  end: () => Promise<void>;
}

export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

export const rowWriter = (format: FileFormat, schema: TableSchema, write: WriteBytes): RowWriter =>
  format === 'jsonl' ? jsonLines(write) : parquetFile(schema, write);
