/**
 * Reads a request stream into its bytes, inflated, within two limits: the size of one body (also after inflation) and
 * the memory of all.
 */
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { IngestError } from '../errors.ts';
import type { MemoryBudget } from './memory-budget.ts';

export interface BodyLimits {
  bodyBytes: number;
  budget: MemoryBudget;
}

export interface Body {
  /** As they arrived: the reader of the body concatenates them. */
  pieces: Buffer[];
  /** Bytes of all pieces. */
  size: number;
  /** Call once, when nothing made from the body is held any more. */
  release(): void;
}

/**
 * Rejects with an IngestError: 413, 415 for an encoding other than gzip, 400 for broken gzip, 503 when no memory is
 * available now.
 */
export async function readBody(stream: Readable, encoding: string | undefined, limits: BodyLimits): Promise<Body> {
  const pieces: Buffer[] = [];
  let taken = 0;
  const release = () => {
    limits.budget.release(taken);
    taken = 0;
  };
  try {
    for await (const chunk of inflated(stream, encoding)) {
      if (taken + chunk.length > limits.bodyBytes) throw tooLarge(limits.bodyBytes);
      if (!limits.budget.take(chunk.length))
        throw new IngestError('OVERLOADED', 'Too many bytes are being received; send again.');
      taken += chunk.length;
      pieces.push(chunk);
    }
  } catch (error) {
    release();
    throw error instanceof IngestError ? error : new IngestError('MALFORMED_OTLP', describe(error), { cause: error });
  }
  return { pieces, size: taken, release };
}

/**
 * Chunk size for inflating, each a turn of a zlib thread: with the default 16 KiB a request of 512 spans takes a
 * hundred turns.
 */
const INFLATED_BYTES = 64 * 1024;

function inflated(stream: Readable, encoding: string | undefined): AsyncIterable<Buffer> {
  const name = encoding?.trim().toLowerCase();
  if (name === undefined || name === '' || name === 'identity') return stream;
  if (name === 'gzip') {
    const gunzip = createGunzip({ chunkSize: INFLATED_BYTES });
    stream.on('error', (error) => gunzip.destroy(error));
    // A client that disconnects midway closes its stream without an end event.
    stream.on('close', () => !stream.readableEnded && gunzip.destroy(new Error('the request was cut off')));
    return stream.pipe(gunzip);
  }
  throw new IngestError('UNSUPPORTED_ENCODING', 'The body may be compressed with gzip, or not at all.');
}

export function tooLarge(limit: number): IngestError {
  return new IngestError(
    'BODY_TOO_LARGE',
    `The request is larger than ${limit} bytes (after inflation). Send smaller batches (OTEL_BSP_MAX_EXPORT_BATCH_SIZE).`,
  );
}

function describe(error: unknown): string {
  return `The body could not be read (${error instanceof Error ? error.message : String(error)}).`;
}
