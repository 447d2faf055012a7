/** The binary event stream of AWS, with the checksums that real clients require. */
import { crc32 } from 'node:zlib';
import type { Reply } from './replay-server.ts';

/** Each event `{ [name]: payload }` in its own frame, sent in pieces with arbitrary ends. */
export function awsFrames(events: readonly object[]): Reply {
  const frames = events.flatMap((event) => Object.entries(event).map(([name, payload]) => frame(name, payload)));
  return {
    headers: { 'content-type': 'application/vnd.amazon.eventstream' },
    body: Buffer.concat(frames),
    chunkSize: 37,
  };
}

/** What `InvokeModelWithResponseStream` answers: the vendor's own events, in base64. */
export function awsChunks(events: readonly object[]): Reply {
  return awsFrames(
    events.map((event) => ({ chunk: { bytes: Buffer.from(JSON.stringify(event)).toString('base64') } })),
  );
}

const TEXT = 7;
const PRELUDE = 12;
const CHECKSUM = 4;

function frame(name: string, payload: unknown): Buffer {
  const named = { ':event-type': name, ':content-type': 'application/json', ':message-type': 'event' };
  const headers = Buffer.concat(Object.entries(named).map(([key, value]) => header(key, value)));
  const content = Buffer.from(JSON.stringify(payload));
  const bytes = Buffer.alloc(PRELUDE + headers.length + content.length + CHECKSUM);
  bytes.writeUInt32BE(bytes.length, 0);
  bytes.writeUInt32BE(headers.length, 4);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8);
  headers.copy(bytes, PRELUDE);
  content.copy(bytes, PRELUDE + headers.length);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, bytes.length - CHECKSUM)), bytes.length - CHECKSUM);
  return bytes;
}

function header(name: string, value: string): Buffer {
  const bytes = Buffer.alloc(1 + name.length + 1 + 2 + value.length);
  let at = bytes.writeUInt8(name.length, 0);
  at += bytes.write(name, at);
  at = bytes.writeUInt8(TEXT, at);
  at = bytes.writeUInt16BE(value.length, at);
  bytes.write(value, at);
  return bytes;
}
