/**
 * Bedrock's InvokeModelWithResponseStream carries the vendor's own events in binary frames. This unwraps them, so that the vendor's reader
 * can read them. Frame: total length (4 bytes), header length (4), checksum (4), headers, payload, checksum (4); all big-endian.
 */
import { isRecord, parseJson, text, type JsonRecord } from './json.ts';

const PRELUDE = 12;
const CHECKSUM = 4;

/** Events in order; a last frame that was cut off, and everything that is no JSON, is skipped. */
export function parseAwsEventStream(body: Uint8Array): JsonRecord[] {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const events: JsonRecord[] = [];
  for (let at = 0; at + PRELUDE <= body.byteLength;) {
    const total = view.getUint32(at);
    const headers = view.getUint32(at + 4);
    const from = at + PRELUDE + headers;
    const to = at + total - CHECKSUM;
    if (total < PRELUDE + CHECKSUM || from > to || at + total > body.byteLength) break;
    const payload = parseJson(new TextDecoder().decode(body.subarray(from, to)));
    const event = isRecord(payload) ? parseJson(decodeBase64(text(payload.bytes) ?? '')) : undefined;
    if (isRecord(event)) events.push(event);
    at += total;
  }
  return events;
}

function decodeBase64(source: string): string {
  try {
    const bytes = Uint8Array.from(globalThis.atob(source), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}
