/**
 * Bodies as they come: whole, in pieces, of several members, lying about their size, and never more memory than was
 * taken for it.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { memoryBudget, type MemoryBudget } from './memory-budget.ts';
import { readBody } from './read-body.ts';

const LIMIT = 1024 ** 2;

/** A budget that knows how much of it is taken, and the most that ever was. */
function watched(limit = 4 * LIMIT): MemoryBudget & { used: number; most: number } {
  const budget = memoryBudget(limit);
  const reported = {
    used: 0,
    most: 0,
    take(bytes: number) {
      const isTaken = budget.take(bytes);
      if (isTaken) reported.used += bytes;
      reported.most = Math.max(reported.most, reported.used);
      return isTaken;
    },
    release(bytes: number) {
      budget.release(bytes);
      reported.used -= bytes;
    },
  };
  return reported;
}

const inPieces = (body: Buffer, length = 1_000): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(body.length / length) }, (_, at) => body.subarray(at * length, (at + 1) * length)),
  );

async function read(body: Buffer, encoding?: string, budget = watched()) {
  const { pieces, size, release } = await readBody(inPieces(body), encoding, { bodyBytes: LIMIT, budget });
  const held = budget.used;
  release();
  return { bytes: Buffer.concat(pieces), size, held, left: budget.used, most: budget.most };
}

const TEXT = Buffer.from(JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ span: at }))));

/** Reports a length other than its own. */
function lying(body: Buffer, reported: number): Buffer {
  const zipped = Buffer.from(gzipSync(body));
  zipped.writeUInt32LE(reported, zipped.length - 4);
  return zipped;
}

describe('a body', () => {
  const zipped: [string, Buffer, Buffer][] = [
    ['of one member', gzipSync(TEXT), TEXT],
    ['that cannot be made smaller', gzipSync(TEXT.subarray(0, 3)), TEXT.subarray(0, 3)],
    ['of nothing', gzipSync(''), Buffer.alloc(0)],
    [
      'of two members, the last of which is the smaller',
      Buffer.concat([gzipSync(TEXT), gzipSync('end')]),
      Buffer.concat([TEXT, Buffer.from('end')]),
    ],
    ['with something behind it', Buffer.concat([gzipSync(TEXT), Buffer.alloc(9)]), TEXT],
    ['with a number behind it that could be its size', Buffer.concat([gzipSync(TEXT), Buffer.of(0, 0, 15, 0)]), TEXT],
    ['that is as large as may be', gzipSync(Buffer.alloc(LIMIT)), Buffer.alloc(LIMIT)],
  ];

  test.each(zipped)(
    'in gzip, %s, is inflated, and holds the memory that it takes until it is released',
    async (_, sent, whole) => {
      const { bytes, size, held, left, most } = await read(sent, 'gzip');
      expect(bytes.equals(whole)).toBe(true);
      expect({ size, held, left }).toEqual({ size: whole.length, held: whole.length, left: 0 });
      expect(most).toBeLessThanOrEqual(LIMIT + sent.length);
    },
  );

  test('as it is holds the same', async () => {
    expect(await read(TEXT)).toMatchObject({ bytes: TEXT, size: TEXT.length, held: TEXT.length, left: 0 });
  });
});

describe('refused, with all memory given back, is', () => {
  const noise = randomBytes(LIMIT / 2);
  const bomb = Buffer.alloc(8 * LIMIT);
  const broken: [string, Buffer, string][] = [
    ['one that is larger than may be', gzipSync(bomb), 'BODY_TOO_LARGE'],
    ['one that is larger than it says', lying(bomb, 1_000), 'BODY_TOO_LARGE'],
    [
      'one of members that are too large together',
      Buffer.concat([gzipSync(bomb.subarray(0, LIMIT)), gzipSync('x')]),
      'BODY_TOO_LARGE',
    ],
    ['one that says it is larger than it is', lying(TEXT, TEXT.length + 1), 'MALFORMED_OTLP'],
    ['one that says it is larger than it can be', lying(Buffer.from('x'), 900_000), 'MALFORMED_OTLP'],
    ['one that breaks off', gzipSync(noise).subarray(0, 9_000), 'MALFORMED_OTLP'],
    ['one that is no gzip', deflateRawSync(TEXT), 'MALFORMED_OTLP'],
  ];

  test.each(broken)('%s', async (_, sent, kind) => {
    const budget = watched();
    await expect(read(sent, 'gzip', budget)).rejects.toMatchObject({ kind });
    expect(budget.used).toBe(0);
    expect(budget.most).toBeLessThanOrEqual(LIMIT + sent.length);
  });

  test('one for which there is no memory now', async () => {
    const budget = watched(TEXT.length - 1);
    await expect(read(gzipSync(TEXT), 'gzip', budget)).rejects.toMatchObject({ kind: 'OVERLOADED' });
    expect(budget.used).toBe(0);
  });

  test('one whose sender hangs up', async () => {
    const budget = watched();
    const stream = new Readable({ read: () => undefined });
    const reading = readBody(stream, 'gzip', { bodyBytes: LIMIT, budget });
    stream.push(gzipSync(TEXT).subarray(0, 500));
    setImmediate(() => stream.destroy());
    await expect(reading).rejects.toMatchObject({ kind: 'MALFORMED_OTLP' });
    expect(budget.used).toBe(0);
  });
});
