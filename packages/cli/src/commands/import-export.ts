// subtext import subtext: an export, sent as the telemetry that it was made of.
import { ExportProblem } from '@subtext/export';
import { findReceiver } from '../api/receiver.ts';
import { Failure } from '../failure.ts';
import { importExport, type ImportedExport } from '../import/stored/import-export.ts';
import { progress, writeJson, writeLine } from '../output/output.ts';
import { count } from '../output/words.ts';

interface ImportOptions {
  to?: string;
  dryRun?: boolean;
  json?: boolean;
}

export async function importExported(path: string | undefined, options: ImportOptions): Promise<void> {
  if (path === undefined) throw new Failure('Name the directory that "subtext export" wrote.');
  const { dryRun = false } = options;
  const receiver = dryRun ? undefined : findReceiver(options.to);
  const onProgress = (spans: number, total: number) => progress(`${count(spans)} of ${count(total)} spans`);
  const imported = await importExport(path, { receiver, onProgress }).catch((cause: unknown) => {
    throw cause instanceof ExportProblem ? new Failure(cause.message) : cause;
  });
  progress('');
  if (options.json) writeJson({ ...imported, dry_run: dryRun });
  else writeSummary(imported, dryRun);
  if (imported.spans_rejected > 0) throw new Failure(`${imported.spans_rejected} spans could not be stored.`);
}

function writeSummary(imported: ImportedExport, isDry: boolean): void {
  const { spans, scores } = imported;
  writeLine(`${isDry ? 'Would import' : 'Imported'} ${count(spans)} spans and ${count(scores)} scores.`);
  const rest: [number, string][] = [
    [imported.traces_with_marks, `traces ${isDry ? 'would get' : 'have'} the tags and bookmarks that users gave.`],
    [imported.spans_without_content, 'spans are stored without what was sent, and were left out.'],
    [imported.spans_kept_in_part, 'spans hold only what their project kept, so their figures may differ.'],
  ];
  for (const [number, words] of rest) if (number > 0) writeLine(`${count(number)} ${words}`);
}
