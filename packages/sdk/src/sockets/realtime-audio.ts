/** The length of the audio of a Realtime session. Audio is measured as it passes, and never kept. */
import { isFields } from '../clients/observable-client.ts';

/** PCM has 24,000 samples of 2 bytes in a second; the formats of telephony have 8,000 of 1 byte. */
const PCM_BYTES_PER_MS = 48;
const TELEPHONY_BYTES_PER_MS = 8;

/** The side of a session's settings: `audio.input.format` (in the beta, `input_audio_format`). */
export function bytesPerMs(session: Record<string, unknown>, side: 'input' | 'output'): number {
  const { audio } = session;
  const own = isFields(audio) ? audio[side] : undefined;
  const format = isFields(own) ? own.format : session[`${side}_audio_format`];
  const name = isFields(format) ? format.type : format;
  return typeof name === 'string' && /pcm[au]|g711/.test(name) ? TELEPHONY_BYTES_PER_MS : PCM_BYTES_PER_MS;
}

const AUDIO_FIELDS = { audio: /"audio"\s*:\s*"/, delta: /"delta"\s*:\s*"/ };

/** The bytes of the base64 text in a field of an event, which is too long to be parsed for its length. */
export function audioBytes(text: string, field: keyof typeof AUDIO_FIELDS): number {
  const mark = AUDIO_FIELDS[field].exec(text);
  const start = mark ? mark.index + mark[0].length : -1;
  const end = text.indexOf('"', start);
  if (start < 0 || end < 0) return 0;
  const padding = text.endsWith('==', end) ? 2 : text.endsWith('=', end) ? 1 : 0;
  return Math.floor(((end - start) * 3) / 4) - padding;
}

const ID_FIELDS = { response_id: /"response_id"\s*:\s*"([^"]*)"/, item_id: /"item_id"\s*:\s*"([^"]*)"/ };

/** An id in an event, without parsing the event. */
export function idField(text: string, field: keyof typeof ID_FIELDS): string {
  return ID_FIELDS[field].exec(text)?.[1] ?? '';
}
