/** The next export at a place that has several: it goes on with one that was stopped, or begins another. */
import { beginIncrement, finishIncrement, targetBelow, type Increment } from './increments.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { runExport, type ExportWork } from './run-export.ts';
import type { PageSource } from './schema.ts';
import type { ExportTarget } from './target.ts';

interface IncrementWork extends Pick<ExportWork, 'format' | 'signal'> {
  /** The place with all exports. */
  target: ExportTarget;
  sourceSince: (since: string | null) => PageSource;
  /** Everything, also what an export before has. */
  isFull?: boolean;
  /** When it begins, which may be where one was stopped, and after each page. */
  onProgress?: (increment: Increment, manifest: Manifest | undefined) => void | Promise<void>;
}

/** @throws ExportProblem, also while another program writes to the place, where the place can be locked. */
export async function runIncrement(work: IncrementWork): Promise<{ increment: Increment; manifest: Manifest }> {
  const release = await work.target.lock?.();
  try {
    const increment = await beginIncrement(work.target, { isFull: work.isFull ?? false });
    const manifest = await written(increment, work);
    await finishIncrement(work.target, increment, manifest.finished_at!);
    return { increment, manifest };
  } finally {
    await release?.();
  }
}

async function written(increment: Increment, work: IncrementWork): Promise<Manifest> {
  const { format, signal, sourceSince, onProgress } = work;
  const target = targetBelow(work.target, increment.path);
  const before = await readManifest(target);
  await onProgress?.(increment, before);
  // It was killed before the list of exports was saved.
  if (before && before.finished_at !== null) return before;
  return runExport({
    ...{ target, format, since: increment.since, source: sourceSince(increment.since) },
    ...(signal && { signal }),
    onProgress: (manifest) => onProgress?.(increment, manifest),
  });
}
