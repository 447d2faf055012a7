/** The framing of gRPC: a flag (compressed or not), the length in four bytes, the message. */
import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { IngestError } from '../errors.ts';
import { tooLarge } from './read-body.ts';

const PREFIX_BYTES = 5;

export interface Message {
  compressed: boolean;
  /** Ends with the message. Errors: truncated, or more than one message. */
  payload: Readable;
}

/** Resolves when the prefix was read. A message longer than `limit` by its prefix is refused at once. */
export function openMessage(stream: Readable, limit: number): Promise<Message> {
  return new Promise((resolve, reject) => {
    const payload = new Unframed(limit, (compressed) => resolve({ compressed, payload }));
    payload.once('error', reject);
    // A disconnecting client closes its stream without an end event.
    stream.once('close', () => payload.writableEnded || payload.destroy(cutOff()));
    stream.pipe(payload);
  });
}

/** Takes bytes with a prefix and passes on the bytes of the single message. */
class Unframed extends Transform {
  readonly #limit: number;
  readonly #opened: (compressed: boolean) => void;
  #head: Buffer = Buffer.alloc(0);
  /** Remaining bytes of the message; undefined before its prefix. */
  #left: number | undefined;

  constructor(limit: number, opened: (compressed: boolean) => void) {
    super();
    this.#limit = limit;
    this.#opened = opened;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#left !== undefined) return this.#pass(chunk, done);
    this.#head = Buffer.concat([this.#head, chunk]);
    if (this.#head.length < PREFIX_BYTES) return done();
    this.#left = this.#head.readUInt32BE(1);
    if (this.#left > this.#limit) return done(tooLarge(this.#limit));
    this.#opened(this.#head[0] === 1);
    this.#pass(this.#head.subarray(PREFIX_BYTES), done);
  }

  #pass(chunk: Buffer, done: TransformCallback): void {
    this.#left! -= chunk.length;
    if (this.#left! < 0) return done(new IngestError('MALFORMED_OTLP', 'A call of Export has one message.'));
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.#left === 0 ? null : cutOff());
  }
}

const cutOff = () => new IngestError('MALFORMED_OTLP', 'The message is cut off.');

export function frame(message: Uint8Array): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}
