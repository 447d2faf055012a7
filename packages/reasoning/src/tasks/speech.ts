/** Answers that are spoken: bytes, or events with pieces of them. The audio itself is not kept. */
import { record, text, withoutUndefined, type JsonRecord } from '../json/json.ts';
import { base64Bytes } from '../media/base64.ts';
import type { ReadAnswer, TaskBody } from './read-task.ts';
import type { TaskOutput, TaskRequest } from '../parts/task.ts';
import { usageByKind } from './task-usage.ts';

/** OpenAI's `pcm` is 24,000 samples a second, of two bytes each. */
const PCM_BYTES_PER_SECOND = 48_000;

export function readSpeech({ request, contentType, bytes }: TaskBody): ReadAnswer | null {
  if (!/^audio\/|octet-stream/.test(contentType ?? '')) return null;
  return { units: charactersOf(request), output: spoken(request, bytes, contentType) };
}

export function readSpeechEvents(events: readonly JsonRecord[], { request, incomplete }: TaskBody): ReadAnswer | null {
  const pieces = events.filter(({ type }) => type === 'speech.audio.delta' || type === 'audio.delta');
  const done = events.find(({ type }) => type === 'speech.audio.done');
  if (pieces.length === 0 && !done) return null;
  const bytes = pieces.reduce((sum, { audio }) => sum + base64Bytes(text(audio) ?? ''), 0);
  const usage = usageByKind(record(done).usage);
  return {
    units: charactersOf(request),
    output: spoken(request, bytes),
    ...(usage && { usage }),
    incomplete: incomplete || !done,
  };
}

/** Providers that charge by the character count those of the request. */
function charactersOf(request: TaskRequest | null): { characters?: number } {
  return request ? { characters: request.texts.reduce((sum, { length }) => sum + length, 0) } : {};
}

function spoken(request: TaskRequest | null, bytes: number, contentType?: string): TaskOutput {
  const type = contentType?.split(';')[0] ?? request?.format;
  const seconds = request?.format === 'pcm' ? bytes / PCM_BYTES_PER_SECOND : undefined;
  return { audio: { bytes, ...withoutUndefined({ type }) }, ...withoutUndefined({ seconds }) };
}
