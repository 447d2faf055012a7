/** Counts and checksums of rows while they are copied into or out of a backup. */
import { createHash } from 'node:crypto';
import { BackupError } from './backup-error.ts';
import type { TableSums } from './manifest.ts';

export interface RowProgress {
  /** The table being copied. */
  table: string;
  /** Rows of all tables so far, and their size as text in bytes. */
  rows: number;
  bytes: number;
}

export class RowSums {
  readonly #tables = new Map<string, TableSums>();
  readonly #onProgress: ((progress: RowProgress) => void) | undefined;
  #rows = 0;
  #bytes = 0;

  constructor(onProgress?: (progress: RowProgress) => void) {
    this.#onProgress = onProgress;
  }

  /** Passes on the rows of `table` and adds them up. */
  async *through(table: string, rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    const sums = { name: table, rows: 0, bytes: 0 };
    for await (const chunk of rows) {
      hash.update(chunk);
      const count = countRows(chunk);
      sums.rows += count;
      sums.bytes += chunk.length;
      this.#rows += count;
      this.#bytes += chunk.length;
      this.#onProgress?.({ table, rows: this.#rows, bytes: this.#bytes });
      yield chunk;
    }
    this.#tables.set(table, { ...sums, sha256: hash.digest('hex') });
  }

  of(table: string): TableSums {
    return this.#tables.get(table)!;
  }

  all(): TableSums[] {
    return [...this.#tables.values()];
  }
}

/** @throws BackupError that names the first table whose rows differ from the saved ones. */
export function verifySums(read: readonly TableSums[], saved: readonly TableSums[]): void {
  const byName = new Map(saved.map((sums) => [sums.name, sums]));
  for (const sums of read) {
    const expected = byName.get(sums.name);
    if (expected?.sha256 !== sums.sha256 || expected.rows !== sums.rows || expected.bytes !== sums.bytes)
      throw new BackupError(
        `The backup is damaged: table ${sums.name} has ${sums.rows} rows whose checksum is not that of the ${expected?.rows ?? 0} rows that were saved.`,
      );
  }
  if (saved.length !== read.length)
    throw new BackupError('The backup is damaged: it has sums of tables that it does not name.');
}

const NEWLINE = 0x0a;

/** In COPY's text format each row ends with a newline, and newlines in values are escaped. */
function countRows(content: Buffer): number {
  let rows = 0;
  for (let at = content.indexOf(NEWLINE); at !== -1; at = content.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}
