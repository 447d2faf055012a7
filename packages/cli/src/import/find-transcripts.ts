// The transcripts at a path: a file, or all below a directory.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import type { TranscriptFormat } from './format.ts';

export interface Transcript {
  path: string;
  /** Unix milliseconds. */
  changedAt: number;
}

/** By their paths, so that each import reads them in the same order. */
export async function findTranscripts(format: TranscriptFormat, path: string): Promise<Transcript[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Failure(`There is nothing at ${path}: name the file or the directory with the transcripts.`);
  const paths = found.isDirectory() ? await below(format, path) : [path];
  const changed = await Promise.all(paths.map(async (one) => [one, (await stat(one)).mtimeMs] as const));
  const changedAt = new Map(changed);
  return format.order(paths.toSorted()).map((one) => ({ path: one, changedAt: changedAt.get(one) ?? 0 }));
}

async function below({ isTranscript }: TranscriptFormat, directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && isTranscript(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
