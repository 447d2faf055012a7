/**
 * Spans as they were sent, packed: the bodies of one trace that arrive together are one row, compressed once, here (docs/decisions/0011), and beside
 * them the long results of their calls (docs/decisions/0029). Written by write-batch.ts, read by queries/span-payload.ts and call-results.ts.
 */
import { kMaxLength } from 'node:buffer';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';
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
  /** Of all bodies, in their order; the first is in no other block of the trace. */
  spanIds: string[];
  bodies: Buffer;
}

/** What of a block has its results: the bodies themselves, where `results` is empty (`RESULTS`). null: there are none. */
export interface ResultsBlock {
  spanIds: string[];
  results: Buffer | null;
}

/** The `results` of a ResultsBlock, of a row of `payloads p`. */
export const RESULTS = 'case when length(p.results) = 0 then p.bodies else p.results end';

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
export function packBodies(bodies: readonly Body[]): Promise<(PayloadBlock & ResultsBlock)[]> {
  return Promise.all(
    grouped(bodies).map(async (group) => {
      const spanIds = group.map(({ spanId }) => spanId);
      return { spanIds, ...(await packedGroup(group)) };
    }),
  );
}

/** Bodies of so many times the length of their results hold them: each of two blocks costs some 30 µs, and whoever looks for words reads both. */
const MOST_TIMES = 4;
const IN_FRONT = Buffer.alloc(0);

async function packedGroup(group: readonly Body[]): Promise<Omit<PayloadBlock & ResultsBlock, 'spanIds'>> {
  const most = mostBytesOf(group);
  const alone = () => packed(most.bodies, (bytes) => writeBodies(bytes, 0, group));
  if (!group.some(({ results = [] }) => results.length > 0)) return { bodies: await alone(), results: null };
  if (most.bodies <= MOST_TIMES * most.results) {
    const whole = (bytes: Buffer) => writeBodies(bytes, writeResults(bytes, group), group);
    return { bodies: await packed(most.bodies + most.results, whole), results: IN_FRONT };
  }
  const results = await packed(most.results, (bytes) => writeResults(bytes, group));
  return { bodies: await alone(), results };
}

/** Where blocks are written before they are compressed: memory of its own for each costs ten times as much as writing it. */
const scratch = Buffer.allocUnsafeSlow(1024 * 1024);

function packed(most: number, write: (bytes: Buffer) => number): Buffer | Promise<Buffer> {
  const bytes = most <= scratch.length ? scratch : Buffer.allocUnsafe(most);
  const plain = bytes.subarray(0, write(bytes));
  // Who knows the size before uses tables that fit it.
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

/** As many as Node.js can hold at once. */
const MOST_UNPACKED = kMaxLength;

/** First byte of every zstd frame; neither JSON nor results begin with it. */
const ZSTD = 0x28;

/** The body of the span, undefined when the block does not hold it. */
export async function bodyOf(spanId: string, block: PayloadBlock): Promise<string | undefined> {
  if (!block.spanIds.includes(spanId)) return undefined;
  return (await bodiesOf(block)).find((one) => one.spanId === spanId)?.body;
}

/** All bodies of the block, without results. */
export async function bodiesOf({ spanIds, bodies }: PayloadBlock): Promise<Body[]> {
  return bodiesIn(spanIds, await unpacked(bodies, MOST_UNPACKED));
}

/** The results that are in the block. */
export async function resultsOf({ spanIds, results }: ResultsBlock): Promise<(CallResult & { spanId: string })[]> {
  return results === null ? [] : resultsIn(spanIds, await unpacked(results, MOST_UNPACKED));
}

/** All that is in the block: `packBodies` of it makes it again. */
export async function wholeBlock(block: PayloadBlock & ResultsBlock): Promise<Body[]> {
  const own = block.results?.length === 0 ? block.bodies : block.results;
  const all = await resultsOf({ ...block, results: own });
  return (await bodiesOf(block)).map((one) => {
    const results = all.flatMap(({ spanId, ...result }) => (spanId === one.spanId ? result : []));
    return { ...one, results };
  });
}

/** The bytes of a block, which are not to be more than so many: else it rejects with a RangeError, before there are more. */
export async function unpacked(bytes: Buffer, most: number): Promise<Buffer> {
  if (bytes[0] === ZSTD) return decompress(bytes, { maxOutputLength: Math.max(1, most) });
  if (bytes.length > most) throw new RangeError('The block has more bytes than can be taken.');
  return bytes;
}
