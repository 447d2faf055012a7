// subtext export: everything in the project, as files in a directory or as objects of S3.
import {
  directoryTarget,
  ExportProblem,
  runExport,
  runIncrement,
  StoreProblem,
  type ExportTarget,
  type FileFormat,
  type Manifest,
} from '@subtext/export';
import { findConnection } from '../api/connection.ts';
import { pagesOf } from '../export/read-pages.ts';
import { Failure } from '../failure.ts';
import { progress, writeJson, writeLine } from '../output/output.ts';
import { count } from '../output/words.ts';

interface ExportOptions {
  format: FileFormat;
  since?: string;
  incremental?: boolean;
  json?: boolean;
}

interface Written {
  manifest: Manifest;
  place: string;
}

const GO_ON = 'Run the same command again to go on.';

export async function exportProject(place: string, options: ExportOptions): Promise<void> {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const target = await targetAt(place);
    const work = { place, target, format: options.format, signal: stopped.signal };
    const written = options.incremental
      ? await writeIncrement(work)
      : await write({ ...work, since: options.since ?? null });
    progress('');
    if (options.json) writeJson(summaryOf(written));
    else writeSummary(written);
  } catch (cause) {
    progress('');
    if (stopped.signal.aborted) throw new Failure(`Stopped. ${GO_ON}`);
    if (cause instanceof StoreProblem) throw new Failure(`${cause.message} ${GO_ON}`);
    if (cause instanceof ExportProblem) throw new Failure(cause.message);
    if (cause instanceof Failure || !isInterruption(cause)) throw cause;
    throw new Failure(`The export stopped: ${cause.message}. ${GO_ON}`);
  }
}

/** The client of S3 is loaded only when it is needed. */
async function targetAt(place: string): Promise<ExportTarget> {
  if (!place.startsWith('s3://')) return directoryTarget(place);
  return (await import('../export/s3-target.ts')).targetInS3(place);
}

interface Work {
  place: string;
  target: ExportTarget;
  format: FileFormat;
  signal: AbortSignal;
}

async function write({ place, ...work }: Work & { since: string | null }): Promise<Written> {
  const source = pagesOf(await findConnection(), { since: work.since ?? undefined, signal: work.signal });
  const manifest = await runExport({ ...work, source, onProgress: ({ rows }) => progress(inWords(rows)) });
  return { manifest, place };
}

async function writeIncrement({ place, ...work }: Work): Promise<Written> {
  const connection = await findConnection();
  const { increment, manifest } = await runIncrement({
    ...work,
    sourceSince: (since) => pagesOf(connection, { since: since ?? undefined, signal: work.signal }),
    onProgress: (_increment, soFar) => progress(inWords(soFar?.rows ?? {})),
  });
  return { manifest, place: `${place.replace(/\/+$/, '')}/${increment.path}` };
}

/** The disk is full or may not be written, or the connection broke. */
const isInterruption = (cause: unknown): cause is Error =>
  cause instanceof Error && ('code' in cause || cause instanceof TypeError);

const inWords = ({ traces = 0, spans = 0, calls = 0 }: Manifest['rows']): string =>
  `${count(traces)} traces, ${count(spans)} spans, ${count(calls)} calls`;

const bytesOf = ({ files }: Manifest): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

function summaryOf({ manifest, place }: Written) {
  const { project, rows, stored, files, files_are: format, since } = manifest;
  return { place, project, format, since, rows, stored, files: files.length, bytes: bytesOf(manifest) };
}

function writeSummary({ manifest, place }: Written): void {
  const megabytes = (bytesOf(manifest) / 1e6).toFixed(1);
  writeLine(`Exported ${inWords(manifest.rows)} and ${count(manifest.rows.scores ?? 0)} scores to ${place}.`);
  writeLine(`${count(manifest.files.length)} files, ${megabytes} MB. The counts equal those of the store.`);
}
