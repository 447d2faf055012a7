/**
 * The format of a backup: a tar archive compressed as one zstd stream, so that `tar --zstd -xf` opens it.
 *
 *   manifest.json            the Subtext version, the migrations, and the tables with their columns
 *   data/TABLE/000001.copy   rows in PostgreSQL's text format of COPY; the pieces of a table follow one another
 *   sums.json                rows, bytes and SHA-256 of each table; the last entry: a backup without it is incomplete
 */
import { z } from 'zod';
import { BackupError } from './backup-error.ts';

export const MANIFEST_ENTRY = 'manifest.json';
export const SUMS_ENTRY = 'sums.json';
/** Increase it when older versions can no longer read the format. */
export const FORMAT_VERSION = 1;

/** Restricted, because names go into SQL text and into paths of the archive. */
const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const table = z.object({
  name: identifier,
  /** Only for a partition: its parent table and the day that it holds (UTC). */
  partition: z.object({ of: identifier, day: z.iso.date() }).optional(),
  columns: z.array(identifier).min(1).max(1600),
  /** Size on the disk of the original server, without indexes. */
  estimatedBytes: z.number().nonnegative(),
});

const manifest = z.object({
  format: z.literal('subtext-backup'),
  formatVersion: z.number().int(),
  /** The version of Subtext that made the backup. */
  version: z.string().max(100),
  /** The moment that the backup shows, by the clock of the database. */
  takenAt: z.iso.datetime(),
  postgres: z.string().max(100),
  migrations: z.array(z.object({ name: z.string().max(255), checksum: z.string().max(64) })).min(1),
  tables: z.array(table),
  /** The last value of each identity column. */
  sequences: z.array(z.object({ table: identifier, column: identifier, value: z.string().regex(/^\d{1,19}$/) })),
});

const tableSums = z.object({
  name: identifier,
  rows: z.number().int().nonnegative(),
  /** Size of the rows as text. */
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const sums = z.object({ tables: z.array(tableSums) });

export type Manifest = z.infer<typeof manifest>;
export type BackupTable = z.infer<typeof table>;
export type TableSums = z.infer<typeof tableSums>;

/** @throws BackupError when the text is not a manifest, or is one that this version cannot read. */
export function parseManifest(text: string): Manifest {
  const parsed = manifest.safeParse(parseJson(text));
  if (!parsed.success)
    throw new BackupError(
      `The file is no backup of Subtext: its manifest does not fit (${z.prettifyError(parsed.error)}).`,
    );
  if (parsed.data.formatVersion > FORMAT_VERSION)
    throw new BackupError(
      `The backup was made by Subtext ${parsed.data.version}, in a form that this version cannot read. Restore it with that version or a later one.`,
    );
  return parsed.data;
}

/** @throws BackupError */
export function parseSums(text: string): TableSums[] {
  const parsed = sums.safeParse(parseJson(text));
  if (!parsed.success) throw new BackupError('The backup is damaged: its list of checksums cannot be read.');
  return parsed.data.tables;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
