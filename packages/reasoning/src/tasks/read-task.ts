/** Reads the answer to a task by its shape. null: this is no answer to it, so the request was none of this task. */
import { isRecord, parseJson, text, type JsonRecord } from '../json/json.ts';
import { parseCutJson } from '../json/cut-json.ts';
import { bodyTexts, parseServerSentEvents, type Body } from '../readers/sse.ts';
import { readEmbedding } from './embeddings.ts';
import { readImages, readImageEvents } from './images.ts';
import { readModeration } from './moderation.ts';
import { readRerank } from './rerank.ts';
import { readSpeech, readSpeechEvents } from './speech.ts';
import { readTranscript, readTranscriptEvents, readTranscriptText } from './transcription.ts';
import type { Task, TaskAnswer, TaskRequest } from '../parts/task.ts';
import type { TaskTarget } from './task-paths.ts';

export interface TaskBody {
  target: TaskTarget;
  request: TaskRequest | null;
  contentType: string | undefined;
  /** Empty for binary answers, which are only counted. */
  body: Body;
  /** All bytes of the answer. */
  bytes: number;
  /** The body is not whole. */
  incomplete: boolean;
}

/** What a task's reader returns: the answer without what it does not report. */
export type ReadAnswer = Partial<TaskAnswer>;

interface TaskReader {
  json(body: JsonRecord, source: TaskBody): ReadAnswer | null;
  events?(events: readonly JsonRecord[], source: TaskBody): ReadAnswer | null;
  /** An answer that is neither JSON nor a stream of events. */
  other?(source: TaskBody): ReadAnswer | null;
}

const READERS: Readonly<Record<Task, TaskReader>> = {
  embedding: { json: readEmbedding },
  rerank: { json: readRerank },
  moderation: { json: readModeration },
  image: { json: readImages, events: readImageEvents },
  speech: { json: () => null, events: readSpeechEvents, other: readSpeech },
  transcription: { json: readTranscript, events: readTranscriptEvents, other: readTranscriptText },
};

export function readTask(source: TaskBody): TaskAnswer | null {
  const read = readBy(READERS[source.target.task], source);
  return read && { output: {}, units: {}, incomplete: source.incomplete, ...read };
}

function readBy(reader: TaskReader, source: TaskBody): ReadAnswer | null {
  const { contentType = '', body, incomplete } = source;
  if (/event-?stream/.test(contentType)) {
    const events = parseServerSentEvents(bodyTexts(body).join('')).map(({ data }) => parseJson(data));
    const known = events.filter(isRecord);
    return withError(reader.events?.(known, source) ?? null, known);
  }
  if (!/json/.test(contentType) && reader.other) return reader.other(source);
  const whole = bodyTexts(body).join('');
  const parsed = parseJson(whole) ?? (incomplete ? parseCutJson(whole) : undefined);
  return isRecord(parsed) ? reader.json(parsed, source) : null;
}

function withError(read: ReadAnswer | null, events: readonly JsonRecord[]): ReadAnswer | null {
  const failed = events.find(({ error, type }) => isRecord(error) || type === 'error');
  if (!failed) return read;
  const { message, code, type } = isRecord(failed.error) ? failed.error : failed;
  const named = text(code) ?? text(type);
  return {
    ...read,
    error: { message: text(message) ?? 'The stream reported an error.', ...(named !== undefined && { type: named }) },
    incomplete: true,
  };
}
