/**
 * Packs spans as they were sent: the bodies of one trace that arrive together become one row that is compressed once,
 * here (docs/development/decisions/0011), together with the long results of their calls (docs/development/decisions/0029). write-batch.ts
 * writes blocks; read/trace/span-payload.ts and call-results.ts read them.
 */
import { kMaxLength } from 'node:buffer';
import type { Fragment } from 'postgres';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';
import type { Sql } from '../postgres/connect.ts';
import {
  bodiesIn,
  mostBytesOf,
  resultsIn,
  writeBodies,
  writeResults,
  type Body,
  type CallResult,
} from './payload-bytes.ts';

export interface PayloadBlock {
  /** The span of each body, in order. The first is in no other block of the trace. */
  spanIds: string[];
  bodies: Buffer;
}

/**
 * The part of a block that contains its results. When `results` is empty, the bodies contain them (`RESULTS`). null:
 * there are no results.
 */
export interface ResultsBlock {
  spanIds: string[];
  results: Buffer | null;
}

/** SQL for the `results` of a ResultsBlock, from a row of `payloads p`. */
export const RESULTS = 'case when length(p.results) = 0 then p.bodies else p.results end';

/**
 * Condition on `payloads p`: the block has one of these spans. Hashed, because `&&` would compare every span of a long
 * trace with every given one.
 */
export const hasSpanOf = (sql: Sql, spanIds: readonly string[]): Fragment => sql`
  exists (select from unnest(p.span_ids) as own (id)
    where own.id in (select decode(given.id, 'hex') from unnest(${[...spanIds]}::text[]) as given (id)))`;

/** A new block begins after this many characters, because reading one span unpacks its whole block. */
const CHARACTERS_PER_BLOCK = 256 * 1024;
/** Bytes. Smaller blocks are stored uncompressed, because compression would cost more than it saves. */
const LEAST_COMPRESSED = 1_000;
/**
 * Bytes. Sending a block to another thread and back costs 300 µs, most of it on this thread: as much as compressing
 * this many bytes.
 */
const LEAST_HANDED_ON = 128 * 1024;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** The fastest level that still finds what repeats from span to span. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * Packs the bodies of the new spans of one trace, in the given order, into compressed blocks. What repeats from span to
 * span is stored once per block.
 */
export function packBodies(bodies: readonly Body[]): Promise<(PayloadBlock & ResultsBlock)[]> {
  return Promise.all(
    grouped(bodies).map(async (group) => {
      const spanIds = group.map(({ spanId }) => spanId);
      return { spanIds, ...(await packedGroup(group)) };
    }),
  );
}

/**
 * Bodies that are at most this many times as long as their results share one block with them. Each extra block costs
 * some 30 µs, and a text search reads both.
 */
const MAX_TIMES = 4;
const IN_FRONT = Buffer.alloc(0);

async function packedGroup(group: readonly Body[]): Promise<Omit<PayloadBlock & ResultsBlock, 'spanIds'>> {
  const most = mostBytesOf(group);
  const alone = () => packed(most.bodies, (bytes) => writeBodies(bytes, 0, group));
  if (!group.some(({ results = [] }) => results.length > 0)) return { bodies: await alone(), results: null };
  if (most.bodies <= MAX_TIMES * most.results) {
    const whole = (bytes: Buffer) => writeBodies(bytes, writeResults(bytes, group), group);
    return { bodies: await packed(most.bodies + most.results, whole), results: IN_FRONT };
  }
  const results = await packed(most.results, (bytes) => writeResults(bytes, group));
  return { bodies: await alone(), results };
}

/**
 * A shared buffer for blocks before they are compressed, because allocating one per block costs ten times as much as
 * writing it.
 */
const scratch = Buffer.allocUnsafeSlow(1024 * 1024);

function packed(most: number, write: (bytes: Buffer) => number): Buffer | Promise<Buffer> {
  const bytes = most <= scratch.length ? scratch : Buffer.allocUnsafe(most);
  const plain = bytes.subarray(0, write(bytes));
  // With the size known, zstd uses tables that fit it.
  const options = { ...FAST, pledgedSrcSize: plain.length };
  if (plain.length >= LEAST_COMPRESSED && plain.length < LEAST_HANDED_ON) return zstdCompressSync(plain, options);
  const own = bytes === scratch ? Buffer.from(plain) : plain;
  return own.length < LEAST_COMPRESSED ? own : compress(own, options);
}

function grouped(bodies: readonly Body[]): Body[][] {
  const groups: Body[][] = [];
  let characters = Infinity;
  for (const one of bodies) {
    if (characters + one.body.length > CHARACTERS_PER_BLOCK) {
      groups.push([]);
      characters = 0;
    }
    groups.at(-1)!.push(one);
    characters += one.body.length;
  }
  return groups;
}

/** The most that Node.js can hold at once. */
const MAX_UNPACKED = kMaxLength;

/** The first byte of every zstd frame. Neither JSON nor results begin with it. */
const ZSTD = 0x28;

/** Bytes. No frame has a longer header (RFC 8878, section 3.1.1.1). */
export const FRAME_HEADER_BYTES = 18;

/**
 * Returns the number of bytes that a block of `length` bytes has when it is unpacked, from its first bytes. A frame of
 * packBodies contains it: a single segment without a dictionary, because the size was known (RFC 8878, 3.1.1.1).
 */
export function unpackedBytes(head: Buffer, length: number): number {
  if (head[0] !== ZSTD) return length;
  const descriptor = head[4] ?? 0;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const at = 5 + (isSingleSegment ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!;
  const read = [
    () => (isSingleSegment ? head.readUInt8(at) : length),
    () => head.readUInt16LE(at) + 256,
    () => head.readUInt32LE(at),
    () => Number(head.readBigUInt64LE(at)),
  ];
  return read[descriptor >> 6]!();
}

/** Returns the body of the span; undefined when the block does not contain it. */
export async function bodyOf(spanId: string, block: PayloadBlock): Promise<string | undefined> {
  if (!block.spanIds.includes(spanId)) return undefined;
  return (await bodiesOf(block)).find((one) => one.spanId === spanId)?.body;
}

/** Returns all bodies of the block, without results. */
export async function bodiesOf({ spanIds, bodies }: PayloadBlock): Promise<Body[]> {
  return bodiesIn(spanIds, await unpacked(bodies, MAX_UNPACKED));
}

/** Returns the results in the block. */
export async function resultsOf({ spanIds, results }: ResultsBlock): Promise<(CallResult & { spanId: string })[]> {
  return results === null ? [] : resultsIn(spanIds, await unpacked(results, MAX_UNPACKED));
}

/** Returns everything in the block, so that `packBodies` can build the same block again. */
export async function wholeBlock(block: PayloadBlock & ResultsBlock): Promise<Body[]> {
  const own = block.results?.length === 0 ? block.bodies : block.results;
  const all = await resultsOf({ ...block, results: own });
  return (await bodiesOf(block)).map((one) => {
    const results = all.flatMap(({ spanId, ...result }) => (spanId === one.spanId ? result : []));
    return { ...one, results };
  });
}

/** Unpacks the bytes of a block. Rejects with a RangeError before it produces more than `most` bytes. */
export async function unpacked(bytes: Buffer, most: number): Promise<Buffer> {
  if (bytes[0] === ZSTD) return decompress(bytes, { maxOutputLength: Math.max(1, most) });
  if (bytes.length > most) throw new RangeError('The block has more bytes than can be taken.');
  return bytes;
}
