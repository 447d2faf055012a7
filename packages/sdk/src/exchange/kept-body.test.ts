/** The part of a body that is kept, and the limits. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { KeptBody } from './kept-body.ts';

const MEBIBYTE = 1024 * 1024;
const kept = (body: KeptBody) => Buffer.concat(body.content() as Uint8Array[]);

const ANSWER = Buffer.from(
  Array.from({ length: 5_000 }, (_, index) => `data: ${(index * 7_919) % 4_801}\n\n`).join(''),
);

describe('a kept body that was sent compressed', () => {
  const bodyOf = (encoding: string, bytes: Uint8Array) => {
    const body = KeptBody.holding([], encoding);
    body.keep(bytes);
    return body;
  };
  const COMPRESSIONS: [string, Uint8Array][] = [
    ['gzip', gzipSync(ANSWER)],
    ['x-gzip', gzipSync(ANSWER)],
    ['deflate', deflateSync(ANSWER)],
    ['deflate', deflateRawSync(ANSWER)],
    ['br', brotliCompressSync(ANSWER)],
    ['zstd', zstdCompressSync(ANSWER)],
    ['gzip, br', brotliCompressSync(gzipSync(ANSWER))],
    ['identity', ANSWER],
  ];

  it.each(COMPRESSIONS)('is read in plain, and crosses as it was sent: %s', (encoding, bytes) => {
    const body = bodyOf(encoding, bytes);
    expect(kept(body).equals(ANSWER)).toBe(true);
    expect(Buffer.concat(body.stored() as Uint8Array[]).equals(bytes)).toBe(true);
    expect(kept(KeptBody.holding(body.stored(), encoding)).equals(ANSWER)).toBe(true);
    body.clear();
  });

  it.each(COMPRESSIONS.slice(0, 5))('is read as far as it has arrived: %s', (encoding, bytes) => {
    const half = bytes.length >> 1;
    const body = bodyOf(encoding, bytes.subarray(0, half));
    const soFar = kept(body);
    expect(soFar.length).toBeGreaterThan(1_000);
    expect(ANSWER.subarray(0, soFar.length).equals(soFar)).toBe(true);
    body.keep(bytes.subarray(half));
    expect(kept(body).equals(ANSWER)).toBe(true);
    body.clear();
  });

  it('stays as it was sent when it cannot be read', () => {
    const body = bodyOf('gzip', Buffer.from('no gzip'));
    expect(kept(body).toString()).toBe('no gzip');
    body.clear();
  });
});

describe('a kept body', () => {
  it('returns the bytes in order, for any chunk sizes', () => {
    const body = new KeptBody();
    const chunks = Array.from({ length: 300 }, (_, index) => new Uint8Array((index * 97) % 5000).fill(index));
    for (const chunk of chunks) expect(body.keep(chunk)).toBe(true);
    expect(kept(body).equals(Buffer.concat(chunks))).toBe(true);
    body.clear();
    expect(body.content()).toEqual([]);
  });

  it('keeps the bytes although the chunk is changed later', () => {
    const body = new KeptBody();
    const chunk = new Uint8Array([1, 2, 3]);
    body.keep(chunk);
    chunk.fill(9);
    expect([...kept(body)]).toEqual([1, 2, 3]);
    body.clear();
  });

  it('frees the memory of long pieces, but not memory that other bodies share', () => {
    const [long, short] = [new KeptBody(), new KeptBody()];
    short.keep(new Uint8Array([1, 2, 3]));
    long.keep(new Uint8Array(MEBIBYTE));
    const [freed, shared] = [long.content() as Uint8Array[], short.content() as Uint8Array[]];
    long.clear();
    short.clear();
    expect(freed.map(({ byteLength }) => byteLength)).toEqual([0]);
    expect(shared.map((piece) => [...piece])).toEqual([[1, 2, 3]]);
  });

  it('returns copies of referenced chunks, so that their memory stays with its owner', () => {
    const body = new KeptBody();
    const chunk = new Uint8Array([1, 2, 3]);
    body.keepReference(chunk);
    body.keepReference(chunk);
    const [first] = body.content() as Uint8Array[];
    expect([...kept(body)]).toEqual([1, 2, 3, 1, 2, 3]);
    expect(first?.buffer).not.toBe(chunk.buffer);
    body.clear();
    expect(body.content()).toEqual([]);
  });

  it('is text once it was read as text', () => {
    const body = new KeptBody();
    body.keepReference(new Uint8Array([0x7b, 0x7d]));
    body.replaceWithText('{}');
    expect(body.content()).toBe('{}');
    expect(KeptBody.holding('{}').content()).toBe('{}');
    body.clear();
    expect(body.content()).toEqual([]);
  });

  it.each(['keep', 'keepReference'] as const)('refuses to %s more than 16 MiB', (how) => {
    const body = new KeptBody();
    const chunk = new Uint8Array(MEBIBYTE);
    const taken = Array.from({ length: 20 }, () => body[how](chunk));
    expect(taken.indexOf(false)).toBe(16);
    expect(kept(body).byteLength).toBe(16 * MEBIBYTE);
    body.clear();
  });

  it.each(['keep', 'keepReference'] as const)(
    'shares a limit of 256 MiB with all others to %s, and returns its part',
    (how) => {
      const bodies = Array.from({ length: 1_000 }, () => new KeptBody());
      const chunk = new Uint8Array(MEBIBYTE);
      const taken = bodies.map((body) => body[how](chunk));
      expect(taken.indexOf(false)).toBe(256);
      bodies[0]?.clear();
      bodies[0]?.clear();
      expect([bodies[998]?.[how](chunk), bodies[999]?.[how](chunk)]).toEqual([true, false]);
      for (const body of bodies) body.clear();
    },
  );
});
