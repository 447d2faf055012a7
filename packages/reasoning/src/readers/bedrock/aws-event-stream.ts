/**
 * The binary frames in which Bedrock streams. Frame: total length (4 bytes), header length (4), checksum (4), headers,
 * payload, checksum (4); all big-endian. ConverseStream's payload is the event, which a header names;
 * InvokeModelWithResponseStream's payload holds the vendor's own event in base64.
 */
import { isRecord, parseJson, record, text, type JsonRecord } from '../../json/json.ts';

const PRELUDE = 12;
const CHECKSUM = 4;

/**
 * Events in order, `{ [name]: payload }` or what the vendor sent. An exception frame becomes `{ type: 'error', error: {
 * type, message } }`, as Anthropic writes errors. A truncated last frame, and anything that is not JSON, is skipped.
 */
export function parseAwsEventStream(body: Uint8Array): JsonRecord[] {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const events: JsonRecord[] = [];
  for (let at = 0; at + PRELUDE <= body.byteLength;) {
    const total = view.getUint32(at);
    const from = at + PRELUDE + view.getUint32(at + 4);
    const to = at + total - CHECKSUM;
    if (total < PRELUDE + CHECKSUM || from > to || at + total > body.byteLength) break;
    const event = eventOf(readHeaders(body.subarray(at + PRELUDE, from)), body.subarray(from, to));
    if (event) events.push(event);
    at += total;
  }
  return events;
}

function eventOf(headers: ReadonlyMap<string, string>, bytes: Uint8Array): JsonRecord | undefined {
  const payload = parseJson(new TextDecoder().decode(bytes));
  if (headers.get(':message-type') === 'exception' || headers.get(':message-type') === 'error') {
    const type = headers.get(':exception-type') ?? headers.get(':error-code') ?? 'exception';
    const { message, Message } = record(payload);
    const errorMessage =
      text(message) ?? text(Message) ?? headers.get(':error-message') ?? 'The stream ended in an exception.';
    return { type: 'error', error: { type, message: errorMessage } };
  }
  if (!isRecord(payload)) return undefined;
  const name = headers.get(':event-type') ?? 'chunk';
  if (name !== 'chunk') return { [name]: payload };
  const event = parseJson(decodeBase64(text(payload.bytes) ?? ''));
  return isRecord(event) ? event : undefined;
}

/** Length in bytes of a header's value by type; 6 (bytes) and 7 (text) start with their own length. */
const VALUE_LENGTHS = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16] as const;
const TEXT = 7;

/** The text headers; other types and malformed headers are skipped. */
function readHeaders(bytes: Uint8Array): Map<string, string> {
  const headers = new Map<string, string>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.byteLength;) {
    const typeAt = at + 1 + view.getUint8(at);
    const type = typeAt < bytes.byteLength ? view.getUint8(typeAt) : -1;
    if (type < 0 || type >= VALUE_LENGTHS.length) break;
    const fixed = VALUE_LENGTHS[type];
    const from = typeAt + (fixed === undefined ? 3 : 1);
    if (from > bytes.byteLength) break;
    const to = from + (fixed ?? view.getUint16(typeAt + 1));
    if (to > bytes.byteLength) break;
    if (type === TEXT) headers.set(decode(bytes.subarray(at + 1, typeAt)), decode(bytes.subarray(from, to)));
    at = to;
  }
  return headers;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function decodeBase64(source: string): string {
  try {
    return decode(Uint8Array.from(globalThis.atob(source), (character) => character.charCodeAt(0)));
  } catch {
    return '';
  }
}
