/**
 * Spans as they were sent, packed: the bodies of one trace that arrive together are one row, compressed once, here (docs/decisions/0011), with the
 * long results of their calls (docs/decisions/0029). Written by write-batch.ts, read by queries/span-payload.ts and packed-results.ts.
 */
import { kMaxLength } from 'node:buffer';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';
import {
  bodiesIn,
  charactersOf,
  mostBytesOf,
  resultsIn,
  writeEntries,
  type Body,
  type CallResult,
} from './payload-entries.ts';

export interface PayloadBlock {
  /** Of all bodies, in their order; the first is in no other block of the trace. */
  spanIds: string[];
  bodies: Buffer;
}

/** Whoever reads one span unpacks its block: more characters than this begin a new one. */
const CHARACTERS_PER_BLOCK = 256 * 1024;
/** Bytes. Less is stored as it is: compressing it costs more than it saves. */
const LEAST_COMPRESSED = 1_000;
/** Handing a block to another thread and back costs 300 µs, of which most is spent here: as much as compressing so many bytes. */
const LEAST_HANDED_ON = 128 * 1024;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** The fastest of the levels that still find what repeats from span to span. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The bodies of the new spans of one trace, in the order given, as compressed blocks: what repeats from span to span is stored once a block. */
export function packBodies(bodies: readonly Body[]): Promise<PayloadBlock[]> {
  return Promise.all(
    grouped(bodies).map(async (group) => {
      return { spanIds: group.map(({ spanId }) => spanId), bodies: await packed(group) };
    }),
  );
}

/** Where blocks are written before they are compressed: memory of its own for each costs as much as writing it. */
const scratch = Buffer.allocUnsafeSlow(1024 * 1024);

function packed(group: readonly Body[]): Buffer | Promise<Buffer> {
  const most = mostBytesOf(group);
  const bytes = most <= scratch.length ? scratch : Buffer.allocUnsafe(most);
  const entries = bytes.subarray(0, writeEntries(bytes, group));
  // Who knows the size before uses tables that fit it.
  const options = { ...FAST, pledgedSrcSize: entries.length };
  if (entries.length >= LEAST_COMPRESSED && entries.length < LEAST_HANDED_ON) return zstdCompressSync(entries, options);
  const own = bytes === scratch ? Buffer.from(entries) : entries;
  return own.length < LEAST_COMPRESSED ? own : compress(own, options);
}

function grouped(bodies: readonly Body[]): Body[][] {
  const groups: Body[][] = [];
  let characters = Infinity;
  for (const one of bodies) {
    const own = charactersOf(one);
    if (characters + own > CHARACTERS_PER_BLOCK) {
      groups.push([]);
      characters = 0;
    }
    groups.at(-1)!.push(one);
    characters += own;
  }
  return groups;
}

/** As many as Node.js can hold at once. */
const MOST_UNPACKED = kMaxLength;

/** First byte of every zstd frame; what is not compressed never begins with it. */
const ZSTD = 0x28;

/** The body of the span, undefined when the block does not hold it. */
export async function bodyOf(spanId: string, block: PayloadBlock): Promise<string | undefined> {
  if (!block.spanIds.includes(spanId)) return undefined;
  return (await bodiesOf(block)).find((one) => one.spanId === spanId)?.body;
}

/** All bodies of the block, without results. */
export async function bodiesOf(block: PayloadBlock): Promise<{ spanId: string; body: string }[]> {
  return bodiesIn(block.spanIds, await unpacked(block, MOST_UNPACKED));
}

/** All that is in the block: `packBodies` of it makes it again. */
export async function entriesIn(block: PayloadBlock): Promise<Body[]> {
  const bytes = await unpacked(block, MOST_UNPACKED);
  const results = Map.groupBy(resultsIn(block.spanIds, bytes), ({ spanId }) => spanId);
  return bodiesIn(block.spanIds, bytes).map((one) => ({ ...one, results: results.get(one.spanId) ?? [] }));
}

/** The results that are in the block. */
export async function resultsOf(block: PayloadBlock): Promise<(CallResult & { spanId: string })[]> {
  return resultsIn(block.spanIds, await unpacked(block, MOST_UNPACKED));
}

/** The bytes of a block, which are not to be more than so many: else it rejects with a RangeError, before there are more. */
export async function unpacked({ bodies }: PayloadBlock, most: number): Promise<Buffer> {
  if (bodies[0] === ZSTD) return decompress(bodies, { maxOutputLength: Math.max(1, most) });
  if (bodies.length > most) throw new RangeError('The block has more bytes than can be taken.');
  return bodies;
}
