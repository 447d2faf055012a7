/** Answers that are transcripts or translations of audio. */
import { filled, finite, record, records, text, withoutUndefined, type JsonRecord } from '../json/json.ts';
import { bodyTexts } from '../readers/sse.ts';
import type { ReadAnswer, TaskBody } from './read-task.ts';
import { usageByKind } from './task-usage.ts';

export function readTranscript(body: JsonRecord): ReadAnswer | null {
  const transcript = text(body.text) ?? speakers(body);
  if (transcript === undefined) return null;
  const usage = record(body.usage);
  // Mistral reports seconds beside tokens; OpenAI tokens or seconds; others only the length of the audio.
  const charged = finite(usage.seconds) ?? finite(usage.prompt_audio_seconds);
  const seconds = charged ?? finite(body.duration) ?? secondsIn(body.duration);
  const tokens = usage.type === 'duration' ? undefined : usageByKind(body.usage);
  return {
    text: transcript,
    ...withoutUndefined({ id: filled(record(body.x_groq).id), model: filled(body.model), usage: tokens }),
    units: withoutUndefined({ audioSeconds: seconds }),
    output: withoutUndefined({ seconds }),
  };
}

/** `verbose_json` of some hosts has the duration as text. */
const secondsIn = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  return Number.isFinite(number) ? number : undefined;
};

/** `diarized_json` without a text of the whole. */
function speakers({ segments }: JsonRecord): string | undefined {
  const said = records(segments).flatMap((segment) => text(segment.text) ?? []);
  return said.length > 0 ? said.join(' ') : undefined;
}

const DELTAS = new Set(['transcript.text.delta', 'transcription.text.delta']);
const DONE = new Set(['transcript.text.done', 'transcription.done']);

export function readTranscriptEvents(events: readonly JsonRecord[], { incomplete }: TaskBody): ReadAnswer | null {
  const done = events.find(({ type }) => DONE.has(String(type)));
  const pieces = events.filter(({ type }) => DELTAS.has(String(type)));
  if (!done && pieces.length === 0) return null;
  const arrived = pieces.map((event) => text(event.delta) ?? text(event.text) ?? '').join('');
  const read = done && readTranscript({ ...done, text: text(done.text) ?? arrived });
  return { ...(read ?? { text: arrived }), incomplete: incomplete || !done };
}

/** The formats `text`, `srt` and `vtt`. */
export function readTranscriptText({ request, contentType = '', body }: TaskBody): ReadAnswer | null {
  if (!request || !/^(?:text\/(?:plain|vtt)|application\/x-subrip)/.test(contentType)) return null;
  return { text: bodyTexts(body).join('').trimEnd() };
}
