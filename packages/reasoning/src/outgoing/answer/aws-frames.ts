/**
 * Writes the binary frames in which Bedrock streams: the reverse of readers/bedrock/aws-event-stream.ts. The clients of
 * AWS refuse a frame whose checksums are wrong.
 */
import { toJson } from '../../json/attributes.ts';
import { record } from '../../json/json.ts';
import type { AnswerEvent, EncodedEvents } from './types.ts';

const PRELUDE = 12;
const CHECKSUM = 4;
const TEXT = 7;

/** ConverseStream: `{ [name]: payload }` is a frame with the name in a header. */
export function namedFrames(events: readonly AnswerEvent[]): EncodedEvents {
  const frames = events.flatMap(({ data }) =>
    Object.entries(record(data)).map(([name, payload]) => frame(name, payload)),
  );
  return { contentType: 'application/vnd.amazon.eventstream', body: joined(frames) };
}

/** InvokeModelWithResponseStream: the events of the model's vendor, each in base64. `[DONE]` is not one of them. */
export function chunkFrames(events: readonly AnswerEvent[]): EncodedEvents {
  const chunks = events.filter(({ data }) => typeof data !== 'string');
  return namedFrames(chunks.map(({ data }) => ({ data: { chunk: { bytes: base64(toJson(data)) } } })));
}

function frame(name: string, payload: unknown): Uint8Array {
  const named = { ':event-type': name, ':content-type': 'application/json', ':message-type': 'event' };
  const headers = joined(Object.entries(named).map(([key, value]) => header(key, value)));
  const content = new TextEncoder().encode(toJson(payload));
  const bytes = new Uint8Array(PRELUDE + headers.length + content.length + CHECKSUM);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.length);
  view.setUint32(4, headers.length);
  view.setUint32(8, crc32(bytes.subarray(0, 8)));
  bytes.set(headers, PRELUDE);
  bytes.set(content, PRELUDE + headers.length);
  view.setUint32(bytes.length - CHECKSUM, crc32(bytes.subarray(0, -CHECKSUM)));
  return bytes;
}

/** Names and values here are short and ASCII, so a byte for each length is enough for the name. */
function header(name: string, value: string): Uint8Array {
  const [key, text] = [new TextEncoder().encode(name), new TextEncoder().encode(value)];
  return joined([[key.length], key, [TEXT, text.length >> 8, text.length & 0xff], text]);
}

function joined(pieces: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return globalThis.btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** CRC-32 of ISO 3309. Here, because no runtime but Node has one. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
