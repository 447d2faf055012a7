/** The framing of gRPC: a flag (compressed or not), the length in four bytes, the message. */
import { Readable } from 'node:stream';
import { IngestError } from './errors.ts';
import { tooLarge } from './read-body.ts';

const PREFIX_BYTES = 5;

export interface Message {
  compressed: boolean;
  /** Ends with the message. Errors: cut off, or more than one message. */
  payload: Readable;
}

/** Reads the prefix alone. A message that says it is longer than `limit` is refused at once. */
export async function openMessage(stream: Readable, limit: number): Promise<Message> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let head: Buffer = Buffer.alloc(0);
  while (head.length < PREFIX_BYTES) {
    const { done, value } = await chunks.next();
    if (done) throw cutOff();
    head = Buffer.concat([head, value]);
  }
  const length = head.readUInt32BE(1);
  if (length > limit) throw tooLarge(limit);
  const payload = Readable.from(exactly(length, head.subarray(PREFIX_BYTES), chunks), { objectMode: false });
  return { compressed: head[0] === 1, payload };
}

async function* exactly(length: number, first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  let left = length - first.length;
  if (first.length > 0) yield first;
  while (left > 0) {
    const { done, value } = await chunks.next();
    if (done) throw cutOff();
    left -= value.length;
    yield value;
  }
  if (left < 0) throw new IngestError('MALFORMED_OTLP', 'A call of Export has one message.');
}

const cutOff = () => new IngestError('MALFORMED_OTLP', 'The message is cut off.');

export function frame(message: Uint8Array): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}
