/**
 * Exports that follow one another at one place, each in a folder of its own: the first of everything, each further one
 * of what changed since the one before began. `exports.json` lists them.
 */
import * as z from 'zod';
import { ExportProblem } from './manifest.ts';
import type { ExportTarget } from './target.ts';

export const INDEX = 'exports.json';

/** A transaction that began before an export and ended after it is in the next one. Clocks differ, too. */
const OVERLAP_MS = 15 * 60_000;

const INCREMENT = z.object({
  path: z.string().regex(/^\d[\w.-]*$/),
  since: z.string().nullable(),
  started_at: z.iso.datetime(),
  finished_at: z.string().nullable(),
});

const SCHEMA = z.object({ format: z.literal(1), exports: z.array(INCREMENT) });

export type Increment = z.output<typeof INCREMENT>;

/** The exports at a place, oldest first; undefined: it has no index. @throws ExportProblem */
export async function readIncrements(target: Pick<ExportTarget, 'readText'>): Promise<Increment[] | undefined> {
  const text = await target.readText(INDEX);
  if (text === undefined) return undefined;
  try {
    return SCHEMA.parse(JSON.parse(text)).exports;
  } catch {
    throw new ExportProblem(`${INDEX} is not the list of exports that this program writes.`);
  }
}

interface NewIncrement {
  now?: Date;
  /** Everything, also what an export before has. */
  isFull?: boolean;
}

/** The one that was stopped, or a new one. A full one replaces one of changes that was stopped. */
export async function beginIncrement(
  target: ExportTarget,
  { now = new Date(), isFull = false }: NewIncrement = {},
): Promise<Increment> {
  const all = (await readIncrements(target)) ?? [];
  const unfinished = all.at(-1);
  if (unfinished?.finished_at === null && (!isFull || unfinished.since === null)) return unfinished;
  const exports = all.filter((one) => one.finished_at !== null);
  const last = isFull ? undefined : exports.at(-1);
  const since = last ? new Date(Date.parse(last.started_at) - OVERLAP_MS).toISOString() : null;
  const started = now.toISOString();
  const increment = { path: started.replaceAll(':', '-'), since, started_at: started, finished_at: null };
  await save(target, [...exports, increment]);
  return increment;
}

export async function finishIncrement(target: ExportTarget, { path }: Increment, finishedAt: string): Promise<void> {
  const exports = (await readIncrements(target)) ?? [];
  await save(
    target,
    exports.map((one) => (one.path === path ? { ...one, finished_at: finishedAt } : one)),
  );
}

const save = (target: ExportTarget, exports: Increment[]): Promise<void> =>
  target.writeText(INDEX, `${JSON.stringify({ format: 1, exports } satisfies z.input<typeof SCHEMA>, null, 2)}\n`);

/** The folder of a target. */
export const targetBelow = (target: ExportTarget, folder: string): ExportTarget => ({
  open: (path) => target.open(`${folder}/${path}`),
  readText: (path) => target.readText(`${folder}/${path}`),
  writeText: (path, text) => target.writeText(`${folder}/${path}`, text),
  remove: (path) => target.remove(`${folder}/${path}`),
});
