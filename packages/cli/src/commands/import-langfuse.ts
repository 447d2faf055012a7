// subtext import langfuse: traces, observations and scores of Langfuse.
import { findReceiver } from '../api/receiver.ts';
import { Failure } from '../failure.ts';
import { importLangfuse, type ImportedLangfuse } from '../import/langfuse/import-langfuse.ts';
import { langfuseFiles } from '../import/langfuse/records.ts';
import { maskSecrets } from '../import/mask.ts';
import { SpanSender } from '../import/send.ts';
import { progress, writeJson, writeLine } from '../output/output.ts';
import { count } from '../output/words.ts';

interface ImportOptions {
  to?: string;
  dryRun?: boolean;
  keepSecrets?: boolean;
  json?: boolean;
}

export async function importFromLangfuse(path: string | undefined, options: ImportOptions): Promise<void> {
  if (path === undefined) throw new Failure('Name the file or the directory that Langfuse exported.');
  const { dryRun = false } = options;
  const files = await langfuseFiles(path);
  const sender = dryRun ? undefined : new SpanSender(findReceiver(options.to), 'langfuse');
  const mask = maskSecrets(options);
  const onFile = (file: number) => progress(`Reading file ${file} of ${files.length}`);
  const imported = await importLangfuse({ files, sender, mask, onFile });
  progress('');
  const rejected = sender?.rejected ?? 0;
  if (options.json) writeJson({ ...imported, rejected, dry_run: dryRun });
  else writeSummary(imported, dryRun);
  if (rejected > 0) throw new Failure(`${rejected} spans or scores could not be stored.`);
}

function writeSummary(
  { files, traces, spans, scores, records_not_read: unread }: ImportedLangfuse,
  isDry: boolean,
): void {
  const counts = `${count(traces)} traces with ${count(spans)} spans and ${count(scores)} scores`;
  writeLine(`${isDry ? 'Would import' : 'Imported'} ${counts} from ${count(files)} files.`);
  if (unread > 0)
    writeLine(`${count(unread)} records are no traces, observations or scores of a trace, and were left out.`);
}
