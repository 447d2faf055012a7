/** A document as a stream of bytes, in pieces that are large enough to cost the streams behind it little. */
import { Readable } from 'node:stream';
import type { Sql } from '@subtext/db';
import type { ReadRequest } from './reader-protocol.ts';
import { readDocument } from './reads.ts';

const BATCH_CHARACTERS = 64 * 1024;

type DocumentRead = Extract<ReadRequest, { kind: 'document' }>;

/** Reads only on demand; destroying it ends its statements. */
export function documentStream(sql: Sql, { key, document }: DocumentRead): Readable {
  return Readable.from(inBatches(readDocument(sql, key, document)), { highWaterMark: 1 });
}

export async function* inBatches(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let parts: string[] = [];
  let length = 0;
  for await (const text of texts) {
    parts.push(text);
    length += text.length;
    if (length < BATCH_CHARACTERS) continue;
    yield Buffer.from(parts.join(''));
    parts = [];
    length = 0;
  }
  if (length > 0) yield Buffer.from(parts.join(''));
}
