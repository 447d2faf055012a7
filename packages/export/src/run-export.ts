/**
 * Writes an export page by page. After each page the manifest is saved, so an export that was stopped goes on with the
 * page it was in; the files of that page are written again under the same names.
 */
import { createHash } from 'node:crypto';
import { ExportProblem, readManifest, saveManifest, type Manifest, type ManifestFile } from './manifest.ts';
import { rowWriter, type FileFormat, type RowWriter } from './row-writer.ts';
import type { ExportPages, ExportRow, PageSource, TableSchema } from './schema.ts';
import type { ExportTarget, FileSink } from './target.ts';

export interface ExportWork {
  source: PageSource;
  target: ExportTarget;
  format: FileFormat;
  /** ISO 8601; null: everything. */
  since: string | null;
  /** After each page. */
  onProgress?: (manifest: Manifest) => void | Promise<void>;
  /** Stops it after the rows that are being written; it can go on later. */
  signal?: AbortSignal;
}

/** Resolves to the manifest of the finished export. @throws ExportProblem */
export async function runExport(work: ExportWork): Promise<Manifest> {
  let manifest = await readManifest(work.target);
  if (manifest) checkSame(manifest, work);
  do {
    work.signal?.throwIfAborted();
    manifest = await exportPage(work, manifest);
    if (manifest.next === null) {
      checkCounts(manifest);
      manifest.finished_at = new Date().toISOString();
    }
    await saveManifest(work.target, manifest);
    await work.onProgress?.(manifest);
  } while (manifest.finished_at === null);
  return manifest;
}

function checkSame(manifest: Manifest, { format, since }: ExportWork): void {
  if (manifest.finished_at !== null)
    throw new ExportProblem('This place has a finished export already. Choose another one.');
  if (manifest.files_are !== format || manifest.since !== since)
    throw new ExportProblem(
      `This place has an unfinished export of other data (${manifest.files_are}, since ${manifest.since ?? 'the beginning'}). Choose another one, or go on with the same options.`,
    );
}

const begun = ({ format, since }: ExportWork, { project, schema }: ExportPages): Manifest => ({
  ...{ format: 1, files_are: format, project, since },
  ...{ started_at: new Date().toISOString(), finished_at: null },
  ...{ rows: noRows(schema), stored: noRows(schema), pages: 0, next: null },
  schema: Object.fromEntries(Object.entries(schema).map(([table, columns]) => [table, { ...columns }])),
  files: [],
});

const noRows = (schema: ExportPages['schema']): Record<string, number> =>
  Object.fromEntries(Object.keys(schema).map((table) => [table, 0]));

/** Resolves to the manifest with the page in it. */
async function exportPage(work: ExportWork, before: Manifest | undefined): Promise<Manifest> {
  const page = await work.source(before?.next ?? null);
  const manifest = before ?? begun(work, page);
  const files = new PageFiles(work, page.schema, manifest.pages + 1);
  try {
    let step = await page.rows.next();
    for (; !step.done; step = await page.rows.next()) {
      work.signal?.throwIfAborted();
      await files.add(step.value);
    }
    const written = await files.close();
    const { stored, next } = step.value;
    return {
      ...manifest,
      ...{ pages: manifest.pages + 1, next, files: [...manifest.files, ...written] },
      rows: sum(manifest.rows, countsOf(written)),
      stored: sum(manifest.stored, stored),
    };
  } catch (error) {
    await files.abandon();
    throw error;
  } finally {
    await page.rows.return({ stored: {}, next: null });
  }
}

function countsOf(files: readonly ManifestFile[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { table, rows } of files) counts[table] = (counts[table] ?? 0) + rows;
  return counts;
}

function sum(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): Record<string, number> {
  const tables = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...tables].map((table) => [table, (one[table] ?? 0) + (other[table] ?? 0)]));
}

function checkCounts({ rows, stored }: Manifest): void {
  const differing = Object.keys(stored).filter((table) => rows[table] !== stored[table]);
  if (differing.length === 0) return;
  const words = differing.map((table) => `${rows[table] ?? 0} of ${stored[table]} rows of ${table}`);
  throw new ExportProblem(
    `The export is not complete: it has ${words.join(', ')}. Check the store with "npm run recount".`,
  );
}

interface OpenFile {
  path: string;
  table: string;
  day: string;
  rows: number;
  bytes: number;
  hash: ReturnType<typeof createHash>;
  sink: FileSink;
  writer: RowWriter;
}

/** The files of a page: one for each table and day. Days come in order, so those of one day are open at a time. */
class PageFiles {
  readonly #work: ExportWork;
  readonly #schema: ExportPages['schema'];
  readonly #page: number;
  readonly #open = new Map<string, OpenFile>();
  readonly #closed: ManifestFile[] = [];

  constructor(work: ExportWork, schema: ExportPages['schema'], page: number) {
    this.#work = work;
    this.#schema = schema;
    this.#page = page;
  }

  /** `rows` are of one table and day. */
  async add(rows: readonly ExportRow[]): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const file = this.#open.get(first.table);
    if (file && file.day !== first.day) await this.close();
    const current = this.#open.get(first.table) ?? (await this.#begin(first));
    current.rows += rows.length;
    await current.writer.add(rows.map(({ json }) => json));
  }

  async close(): Promise<ManifestFile[]> {
    for (const file of this.#open.values()) {
      await file.writer.end();
      await file.sink.close();
      const { path, table, day, rows, bytes, hash } = file;
      this.#closed.push({ path, table, day, rows, bytes, sha256: hash.digest('hex') });
    }
    this.#open.clear();
    return this.#closed;
  }

  async abandon(): Promise<void> {
    for (const { sink } of this.#open.values()) await sink.abandon().catch(() => {});
    this.#open.clear();
  }

  async #begin({ table, day }: ExportRow): Promise<OpenFile> {
    const columns: TableSchema | undefined = this.#schema[table];
    if (!columns || !/^[a-z_]+$/.test(table) || !/^\d{4,6}-\d\d-\d\d$/.test(day))
      throw new ExportProblem('The server sent a row of a table that it did not describe.');
    const { format, target } = this.#work;
    const path = `${table}/day=${day}/${String(this.#page).padStart(6, '0')}.${format}`;
    const sink = await target.open(path);
    const hash = createHash('sha256');
    const write = async (bytes: Uint8Array) => {
      hash.update(bytes);
      file.bytes += bytes.length;
      await sink.write(bytes);
    };
    const file: OpenFile = {
      path,
      table,
      day,
      rows: 0,
      bytes: 0,
      hash,
      sink,
      writer: rowWriter(format, columns, write),
    };
    this.#open.set(table, file);
    return file;
  }
}
