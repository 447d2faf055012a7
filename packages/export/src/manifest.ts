/** The manifest of an export: what its files are, and, until it is finished, where it goes on. */
import * as z from 'zod';
import { FILE_FORMATS } from './row-writer.ts';
import { COLUMN_TYPES } from './schema.ts';
import type { ExportTarget } from './target.ts';

export const MANIFEST = 'manifest.json';

const COUNT = z.int().nonnegative();
const COUNTS = z.record(z.string(), COUNT);

const FILE = z.object({
  /** Below the directory of the manifest. */
  path: z.string(),
  table: z.string(),
  day: z.string(),
  rows: COUNT,
  bytes: COUNT,
  sha256: z.string(),
});

const SCHEMA = z.object({
  format: z.literal(1),
  files_are: z.enum(FILE_FORMATS),
  project: z.string(),
  /** Only traces that changed since; null: all. */
  since: z.string().nullable(),
  started_at: z.string(),
  /** null: it is not finished. */
  finished_at: z.string().nullable(),
  /** Rows of the files, by table. */
  rows: COUNTS,
  /** Rows that the store counted for the same traces at the same moments. */
  stored: COUNTS,
  pages: COUNT,
  /** Where the next page begins. */
  next: z.string().nullable(),
  schema: z.record(z.string(), z.record(z.string(), z.enum(COLUMN_TYPES))),
  files: z.array(FILE),
});

export type Manifest = z.output<typeof SCHEMA>;
export type ManifestFile = z.output<typeof FILE>;

/** Something that the user can solve, as a sentence. */
export class ExportProblem extends Error {}

/** The store of the files refused something, or did not answer. */
export class StoreProblem extends ExportProblem {
  /** The same request may succeed later. */
  readonly isPassing: boolean;

  constructor(message: string, { isPassing, cause }: { isPassing: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isPassing = isPassing;
  }
}

/** undefined: there is none. @throws ExportProblem for one that is no manifest of this format. */
export async function readManifest(target: Pick<ExportTarget, 'readText'>): Promise<Manifest | undefined> {
  const text = await target.readText(MANIFEST);
  if (text === undefined) return undefined;
  const parsed = SCHEMA.safeParse(jsonOf(text));
  if (!parsed.success)
    throw new ExportProblem(`${MANIFEST} is not the manifest of an export, or one of another version.`);
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const saveManifest = (target: ExportTarget, manifest: Manifest): Promise<void> =>
  target.writeText(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
