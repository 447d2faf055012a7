// An export of Subtext, sent to another one, or to the same one again.
import { directoryTarget, exportedRows, readIncrements, readManifest, type Manifest } from '@subtext/export';
import { join } from 'node:path';
import { Failure } from '../../failure.ts';
import { OtlpSender } from '../send.ts';
import type { Receiver } from '../../api/receiver.ts';
import { otlpOfPayload } from './otlp-of-payload.ts';
import { isMarked, MARK_COLUMNS, MarkSender } from './mark-sender.ts';
import { ScoreSender } from './score-sender.ts';

export interface ImportedExport {
  spans: number;
  scores: number;
  spans_rejected: number;
  /** Stored without what was sent, so only their figures are in the export. */
  spans_without_content: number;
  /** The rules of their project kept only a part, so figures made of the rest may differ. */
  spans_kept_in_part: number;
  /** With tags or a bookmark that users gave. */
  traces_with_marks: number;
}

interface Import {
  /** undefined: nothing is sent. */
  receiver: Receiver | undefined;
  /** Called with the spans so far. */
  onProgress: (spans: number, total: number) => void;
}

/** Increments are imported in their order, so that the newest version of a trace is the last. */
export async function importExport(place: string, work: Import): Promise<ImportedExport> {
  const increments = await readIncrements(directoryTarget(place));
  const finished = increments?.filter((one) => one.finished_at !== null).map(({ path }) => join(place, path));
  const imported = { ...NOTHING };
  for (const directory of finished ?? [place]) {
    const one = await importOne(directory, work);
    for (const name of COUNTS) imported[name] += one[name];
  }
  return imported;
}

async function importOne(directory: string, { receiver, onProgress }: Import): Promise<ImportedExport> {
  const manifest = await finishedExport(directory);
  const imported = { ...NOTHING };
  const sender = receiver && new OtlpSender(receiver);
  for await (const { sent } of exportedRows(directory, manifest, { table: 'spans', columns: ['sent'] })) {
    const record = typeof sent === 'string' ? otlpOfPayload(sent) : undefined;
    if (record === undefined) imported.spans_without_content += 1;
    else {
      imported.spans += 1;
      if (isKeptInPart(String(sent))) imported.spans_kept_in_part += 1;
      sender?.add(record);
      if (sender?.isFull) await sender.flush();
    }
    if (imported.spans % 200 === 0) onProgress(imported.spans, manifest.rows.spans ?? 0);
  }
  await sender?.flush();
  imported.spans_rejected = sender?.rejected ?? 0;
  const written = { manifest, isDry: receiver === undefined };
  imported.traces_with_marks = await importMarks(directory, written);
  imported.scores = await importScores(directory, written);
  return imported;
}

const NOTHING: ImportedExport = {
  ...{ spans: 0, scores: 0, spans_rejected: 0 },
  ...{ spans_without_content: 0, spans_kept_in_part: 0, traces_with_marks: 0 },
};

const COUNTS = Object.keys(NOTHING) as (keyof ImportedExport)[];

async function finishedExport(directory: string): Promise<Manifest> {
  const manifest = await readManifest(directoryTarget(directory));
  if (!manifest) throw new Failure(`${directory} has no export: give the directory with its manifest.json.`);
  if (manifest.finished_at === null)
    throw new Failure(`The export in ${directory} is not finished: run "subtext export" for it again.`);
  return manifest;
}

/** The marks that the rules of a project leave. Inside a text the quotation marks would be escaped. */
const isKeptInPart = (sent: string): boolean => /"masking\.(?:capture|cut)":\[/.test(sent);

/** Tags and bookmarks that users gave. Spans have brought the traces by now. */
async function importMarks(directory: string, { manifest, isDry }: Written): Promise<number> {
  let traces = 0;
  let sender: MarkSender | undefined;
  for await (const row of exportedRows(directory, manifest, { table: 'traces', columns: MARK_COLUMNS })) {
    if (!isMarked(row)) continue;
    traces += 1;
    if (isDry) continue;
    sender ??= await MarkSender.open();
    await sender.send(row);
  }
  return traces;
}

interface Written {
  manifest: Manifest;
  isDry: boolean;
}

/** Scores that came with telemetry are in it, and are stored with it again. The others are written one by one. */
async function importScores(directory: string, { manifest, isDry }: Written): Promise<number> {
  const columns = Object.keys(manifest.schema.scores ?? {});
  let scores = 0;
  let sender: ScoreSender | undefined;
  for await (const row of exportedRows(directory, manifest, { table: 'scores', columns })) {
    if (row.source !== 'screen' && row.source !== 'api') continue;
    scores += 1;
    if (isDry) continue;
    sender ??= await ScoreSender.open();
    await sender.send(row);
  }
  return scores;
}
