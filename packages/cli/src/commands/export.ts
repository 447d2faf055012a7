// subtext export: everything in the project, as files in a directory.
import { directoryTarget, ExportProblem, runExport, type FileFormat, type Manifest } from '@subtext/export';
import { findConnection } from '../api/connection.ts';
import { pagesOf } from '../export/read-pages.ts';
import { Failure } from '../failure.ts';
import { progress, writeJson, writeLine } from '../output/output.ts';
import { count } from '../output/words.ts';

interface ExportOptions {
  format: FileFormat;
  since?: string;
  json?: boolean;
}

const GO_ON = 'Run the same command again to go on.';

export async function exportProject(directory: string, options: ExportOptions): Promise<void> {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const source = pagesOf(await findConnection(), { since: options.since, signal: stopped.signal });
  const { format, since = null } = options;
  const work = { source, target: directoryTarget(directory), format, since, signal: stopped.signal };
  try {
    const manifest = await runExport({ ...work, onProgress: ({ rows }) => progress(inWords(rows)) });
    progress('');
    if (options.json) writeJson(summaryOf(manifest, directory));
    else writeSummary(manifest, directory);
  } catch (cause) {
    progress('');
    if (stopped.signal.aborted) throw new Failure(`Stopped. ${GO_ON}`);
    if (cause instanceof ExportProblem) throw new Failure(cause.message);
    if (cause instanceof Failure || !isInterruption(cause)) throw cause;
    throw new Failure(`The export stopped: ${cause.message}. ${GO_ON}`);
  }
}

/** The disk is full or may not be written, or the connection broke. */
const isInterruption = (cause: unknown): cause is Error =>
  cause instanceof Error && ('code' in cause || cause instanceof TypeError);

const inWords = ({ traces = 0, spans = 0, calls = 0 }: Manifest['rows']): string =>
  `${count(traces)} traces, ${count(spans)} spans, ${count(calls)} calls`;

const bytesOf = ({ files }: Manifest): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

function summaryOf(manifest: Manifest, directory: string) {
  const { project, rows, stored, files, files_are: format, since } = manifest;
  return { directory, project, format, since, rows, stored, files: files.length, bytes: bytesOf(manifest) };
}

function writeSummary(manifest: Manifest, directory: string): void {
  const megabytes = (bytesOf(manifest) / 1e6).toFixed(1);
  writeLine(`Exported ${inWords(manifest.rows)} and ${count(manifest.rows.scores ?? 0)} scores to ${directory}.`);
  writeLine(`${count(manifest.files.length)} files, ${megabytes} MB. The counts equal those of the store.`);
}
