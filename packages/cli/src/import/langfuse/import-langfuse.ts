// An export of Langfuse: first its traces, whose facts all of their spans have, then observations and scores, and then
// traces without observations.
import type { Attributes } from '@subtext/reasoning';
import type { SpanSender } from '../send.ts';
import type { ImportedSpan } from '../spans.ts';
import { langfuseRecords, type Fields, type LangfuseRecord } from './records.ts';
import { enrichedAttributes, loneTraceSpan, observationSpan, scoreLog, traceAttributes } from './spans.ts';

export interface ImportedLangfuse {
  files: number;
  traces: number;
  spans: number;
  scores: number;
  /** Records that are neither a trace, an observation nor a score of a trace. */
  records_not_read: number;
}

interface Import {
  files: readonly string[];
  /** undefined: nothing is sent. */
  sender: SpanSender | undefined;
  mask: (attributes: Attributes) => Attributes;
  onFile: (file: number) => void;
}

interface Trace {
  attributes: Attributes;
  hasSpans: boolean;
}

export async function importLangfuse(work: Import): Promise<ImportedLangfuse> {
  const run = new LangfuseImport(work);
  // Records that cannot be read are counted once, in the second round.
  await run.each({ count: 0 }, ({ kind, fields }) => kind === 'trace' && run.addTrace(fields));
  await run.each(run.unread, ({ kind, fields }) => {
    if (kind === 'observation') run.addObservation(fields);
    if (kind === 'score') run.addScore(fields);
  });
  await run.each({ count: 0 }, ({ kind, fields }) => kind === 'trace' && run.addLoneTrace(fields));
  await work.sender?.flush();
  return run.imported;
}

class LangfuseImport {
  readonly #work: Import;
  readonly #traces = new Map<string, Trace>();
  readonly unread = { count: 0 };
  #spans = 0;
  #scores = 0;

  constructor(work: Import) {
    this.#work = work;
  }

  get imported(): ImportedLangfuse {
    const [files, traces] = [this.#work.files.length, this.#traces.size];
    return { files, traces, spans: this.#spans, scores: this.#scores, records_not_read: this.unread.count };
  }

  async each(unread: { count: number }, take: (record: LangfuseRecord) => unknown): Promise<void> {
    const { files, sender, onFile } = this.#work;
    for (const [index, path] of files.entries()) {
      onFile(index + 1);
      for await (const record of langfuseRecords(path, unread)) {
        take(record);
        if (sender?.isFull) await sender.flush();
      }
    }
  }

  addTrace(fields: Fields): void {
    this.#traces.set(String(fields.id), { attributes: traceAttributes(fields), hasSpans: false });
  }

  addObservation(fields: Fields): void {
    const id = String(fields.traceId);
    const trace = this.#traces.get(id) ?? { attributes: enrichedAttributes(fields), hasSpans: true };
    trace.hasSpans = true;
    this.#traces.set(id, trace);
    this.#add(observationSpan(fields, trace.attributes));
  }

  addLoneTrace(fields: Fields): void {
    const trace = this.#traces.get(String(fields.id));
    if (!trace || trace.hasSpans) return;
    trace.hasSpans = true;
    this.#add(loneTraceSpan(fields));
  }

  addScore(fields: Fields): void {
    const log = scoreLog(fields);
    if (!log) return void (this.unread.count += 1);
    this.#scores += 1;
    this.#work.sender?.addLog({ ...log, attributes: this.#work.mask(log.attributes) });
  }

  #add(span: ImportedSpan | undefined): void {
    if (!span) return void (this.unread.count += 1);
    this.#spans += 1;
    this.#work.sender?.addSpan({ ...span, attributes: this.#work.mask(span.attributes) });
  }
}
