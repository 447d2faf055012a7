// subtext import: sessions of coding agents from their transcripts, as traces like all others.
import { findReceiver } from '../api/receiver.ts';
import { Failure } from '../failure.ts';
import { findTranscripts, type Transcript } from '../import/find-transcripts.ts';
import type { ImportContext, TranscriptFormat } from '../import/format.ts';
import { CLAUDE_CODE } from '../import/formats/claude-code.ts';
import { CODEX } from '../import/formats/codex.ts';
import { transcriptLines } from '../import/lines.ts';
import { maskSecrets } from '../import/mask.ts';
import { SpanSender } from '../import/send.ts';
import type { ImportedSpan } from '../import/spans.ts';
import { progress, writeJson, writeLine } from '../output/output.ts';
import { count } from '../output/words.ts';

const FORMATS: Readonly<Record<string, TranscriptFormat>> = { 'claude-code': CLAUDE_CODE, codex: CODEX };

interface ImportOptions {
  to?: string;
  dryRun?: boolean;
  keepSecrets?: boolean;
  json?: boolean;
}

interface Imported {
  files: number;
  traces: number;
  model_calls: number;
  tool_calls: number;
  lines_not_read: number;
  spans_rejected: number;
  dry_run: boolean;
}

/** A file that has not changed for so long is complete. */
const QUIET_MS = 5 * 60_000;

export async function importSessions(name: string, path: string | undefined, options: ImportOptions): Promise<void> {
  const format = FORMATS[name]!;
  const transcripts = await findTranscripts(format, path ?? format.directory());
  const sender = options.dryRun ? undefined : new SpanSender(findReceiver(options.to), format.service);
  const imported = await importAll(format, { transcripts, sender, options });
  if (options.json) writeJson(imported);
  else writeSummary(imported);
  if (imported.spans_rejected > 0) throw new Failure(`${imported.spans_rejected} spans could not be stored.`);
}

interface Work {
  transcripts: readonly Transcript[];
  sender: SpanSender | undefined;
  options: ImportOptions;
}

async function importAll(format: TranscriptFormat, { transcripts, sender, options }: Work): Promise<Imported> {
  const mask = maskSecrets(options);
  const traces = new Set<string>();
  let [modelCalls, toolCalls] = [0, 0];
  const add = (span: ImportedSpan) => {
    traces.add(span.traceId);
    if (span.name.startsWith('chat')) modelCalls += 1;
    else toolCalls += 1;
    sender?.addSpan({ ...span, attributes: mask(span.attributes) });
  };
  const unread = { count: 0 };
  const context = {
    add,
    seen: new Set<string>(),
    agents: new Map(),
    growing: new Set<string>(),
  } satisfies Omit<ImportContext, 'isFinal'>;
  for (const [index, { path, changedAt }] of transcripts.entries()) {
    progress(`Reading file ${index + 1} of ${transcripts.length}`);
    const file = format.open({ ...context, isFinal: Date.now() - changedAt > QUIET_MS });
    for await (const line of transcriptLines(path, unread)) {
      file.read(line);
      if (sender?.isFull) await sender.flush();
    }
    file.end();
  }
  await sender?.flush();
  progress('');
  return {
    ...{ files: transcripts.length, traces: traces.size, model_calls: modelCalls, tool_calls: toolCalls },
    ...{ lines_not_read: unread.count, spans_rejected: sender?.rejected ?? 0 },
    dry_run: sender === undefined,
  };
}

function writeSummary(imported: Imported): void {
  const { files, traces, model_calls: modelCalls, tool_calls: toolCalls, lines_not_read: unread } = imported;
  const verb = imported.dry_run ? 'Would import' : 'Imported';
  writeLine(
    `${verb} ${count(traces)} traces with ${count(modelCalls)} model calls and ${count(toolCalls)} tool calls from ${count(files)} files.`,
  );
  if (unread > 0) writeLine(`${count(unread)} lines are no JSON, or too long, and were left out.`);
}
