import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  directoryTarget,
  exportedRows,
  readManifest,
  runExport,
  type ExportPages,
  type ExportRow,
  type FileFormat,
  type PageEnd,
  type ReadRow,
} from './index.ts';

const SCHEMA = {
  traces: {
    trace_id: 'text',
    started_at: 'time',
    tags: 'texts',
    cost: 'integer',
    score: 'number',
    bookmarked: 'boolean',
  },
  spans: { trace_id: 'text', sent: 'json' },
} as const;

const rowOf = (page: number, index: number) => ({
  trace_id: `${page}-${index}`,
  started_at: '2026-11-28T12:00:00.123456Z',
  tags: index % 2 === 0 ? ['a', 'b'] : [],
  cost: index === 0 ? null : 9_007_199_254_740_991,
  score: 0.5,
  bookmarked: index % 2 === 0,
});

const PAGES = 3;
const ROWS = 4;
/** Pages that were asked for, by the number that their cursor is. */
let asked: number[];
let directory: string;

beforeEach(async () => {
  asked = [];
  directory = await mkdtemp(join(tmpdir(), 'subtext-export-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

interface Fault {
  /** The page in which the connection breaks after its first rows. */
  breaksIn?: number;
  /** Rows that the store has besides those that come. */
  missing?: number;
}

const source =
  ({ breaksIn, missing = 0 }: Fault = {}) =>
  (cursor: string | null): Promise<ExportPages> => {
    const page = Number(cursor ?? 1);
    asked.push(page);
    return Promise.resolve({ schema: SCHEMA, project: 'shop', rows: rowsOf(page, { breaksIn, missing }) });
  };

async function* rowsOf(page: number, { breaksIn, missing }: Fault): AsyncGenerator<ExportRow[], PageEnd> {
  for (const day of ['2026-11-27', '2026-11-28']) {
    const rows = Array.from({ length: ROWS / 2 }, (_, index) => rowOf(page, index));
    yield rows.map((row) => ({ table: 'traces', day, json: JSON.stringify(row) }));
    if (page === breaksIn) throw new Error('The connection was lost.');
    yield rows.map(({ trace_id }) => ({ table: 'spans', day, json: JSON.stringify({ trace_id, sent: '{"a":1}' }) }));
  }
  return { stored: { traces: ROWS + (missing ?? 0), spans: ROWS }, next: page === PAGES ? null : String(page + 1) };
}

const exported = (format: FileFormat, fault: Fault = {}) =>
  runExport({ source: source(fault), target: directoryTarget(directory), format, since: null });

async function rowsIn(table: 'traces' | 'spans') {
  const manifest = (await readManifest(directoryTarget(directory)))!;
  const rows: ReadRow[] = [];
  for await (const row of exportedRows(directory, manifest, { table, columns: Object.keys(SCHEMA[table]) }))
    rows.push(row);
  return rows;
}

const files = async () =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .toSorted();

describe('an export', () => {
  it('has a file for each page, table and day, with its checksum, and as many rows as are stored', async () => {
    const manifest = await exported('jsonl');
    expect(manifest).toMatchObject({ pages: 3, rows: { traces: 12, spans: 12 }, stored: { traces: 12, spans: 12 } });
    expect(
      manifest.files
        .map(({ path }) => path)
        .toSorted()
        .concat(),
    ).toEqual((await files()).filter((path) => path !== 'manifest.json'));
    expect(manifest.files).toHaveLength(12);
    expect(manifest.files[0]).toMatchObject({ path: 'traces/day=2026-11-27/000001.jsonl', rows: 2 });
    expect((await readFile(join(directory, manifest.files[0]!.path), 'utf8')).split('\n')[0]).toBe(
      JSON.stringify(rowOf(1, 0)),
    );
  });

  it('is read back from Parquet as it was, with what is unknown, lists and microseconds', async () => {
    await exported('parquet');
    const rows = await rowsIn('traces');
    expect(rows).toHaveLength(12);
    expect(rows[0]).toMatchObject({ trace_id: '1-0', tags: ['a', 'b'], cost: null, score: 0.5, bookmarked: true });
    expect(rows[1]).toMatchObject({ tags: [], cost: 9_007_199_254_740_991n, bookmarked: false });
    expect(await rowsIn('spans')).toContainEqual({ trace_id: '3-1', sent: '{"a":1}' });
    const bytes = await readFile(join(directory, 'traces/day=2026-11-27/000001.parquet'));
    expect(bytes.subarray(0, 4).toString()).toBe('PAR1');
    expect(bytes.includes(int64(1_795_867_200_123_456n))).toBe(true);
  });

  it.each(['jsonl', 'parquet'] as const)('goes on with the page in which it was stopped: %s', async (format) => {
    await expect(exported(format, { breaksIn: 2 })).rejects.toThrow('The connection was lost.');
    const stopped = (await readManifest(directoryTarget(directory)))!;
    expect(stopped).toMatchObject({ pages: 1, next: '2', finished_at: null });
    expect((await files()).filter((path) => path.includes('partial'))).toEqual([]);
    const manifest = await exported(format);
    expect(asked).toEqual([1, 2, 2, 3]);
    expect(manifest).toMatchObject({ pages: 3, rows: { traces: 12, spans: 12 } });
    const ids = (await rowsIn('traces')).map((row) => row.trace_id);
    expect(new Set(ids).size).toBe(6);
    expect(ids).toHaveLength(12);
  });

  it('fails when the store has rows that did not come', async () => {
    await expect(exported('jsonl', { missing: 1 })).rejects.toThrow('12 of 15 rows of traces');
    expect((await readManifest(directoryTarget(directory)))!.finished_at).toBeNull();
  });

  it('does not overwrite another export', async () => {
    await exported('jsonl');
    await expect(exported('jsonl')).rejects.toThrow('finished export already');
    await rm(directory, { recursive: true });
    await expect(exported('jsonl', { breaksIn: 2 })).rejects.toThrow();
    await expect(exported('parquet')).rejects.toThrow('unfinished export of other data');
  });

  it('is not read when a file was changed', async () => {
    await exported('jsonl');
    await writeFile(join(directory, 'traces/day=2026-11-28/000002.jsonl'), '{}\n');
    await expect(rowsIn('traces')).rejects.toThrow('000002.jsonl is not as it was exported');
  });

  it('never writes outside its tables', async () => {
    const rows = async function* (): AsyncGenerator<ExportRow[], PageEnd> {
      yield await Promise.resolve([{ table: 'traces', day: '../../x', json: '{}' }]);
      return { stored: {}, next: null };
    };
    const hostile = () => Promise.resolve({ schema: SCHEMA, project: 'shop', rows: rows() });
    await expect(
      runExport({ source: hostile, target: directoryTarget(directory), format: 'jsonl', since: null }),
    ).rejects.toThrow('did not describe');
  });
});

function int64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
}
