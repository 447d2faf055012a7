/**
 * Spans as they were sent, packed: the bodies of one trace that arrive together are one row, compressed once, here (docs/decisions/0011). Written
 * by write-batch.ts, read by queries/span-payload.ts.
 */
import { kMaxLength } from 'node:buffer';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';

export interface Body {
  spanId: string;
  /** JSON text. */
  body: string;
}

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
const LEAST_HANDED_ON = 96 * 1024;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** The fastest of the levels that still find what repeats from span to span. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The bodies of the new spans of one trace, in the order given, as compressed blocks: what repeats from span to span is stored once a block. */
export function packBodies(bodies: readonly Body[]): Promise<PayloadBlock[]> {
  return Promise.all(
    grouped(bodies).map(async (group) => {
      return { spanIds: group.map(({ spanId }) => spanId), bodies: await packed(linesOf(group)) };
    }),
  );
}

/** Straight into bytes: joined as a text first, all of it would be copied once more. */
function linesOf(bodies: readonly Body[]): Buffer {
  const size = bodies.reduce((sum, { body }) => sum + Buffer.byteLength(body) + 1, 0);
  const lines = Buffer.allocUnsafe(size);
  let length = 0;
  for (const { body } of bodies) {
    length += lines.write(oneLine(body), length);
    lines[length++] = LINE_BREAK;
  }
  return lines.subarray(0, -1);
}

function packed(lines: Buffer): Buffer | Promise<Buffer> {
  if (lines.length < LEAST_COMPRESSED) return lines;
  // Who knows the size before uses tables that fit it.
  const options = { ...FAST, pledgedSrcSize: lines.length };
  return lines.length < LEAST_HANDED_ON ? zstdCompressSync(lines, options) : compress(lines, options);
}

const LINE_BREAK = 0x0a;

/** Inside a text of JSON a line break is escaped; between its values it is only white space. */
const oneLine = (json: string): string => (json.includes('\n') ? json.replaceAll('\n', ' ') : json);

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

/** First byte of every zstd frame; JSON never begins with it. */
const ZSTD = 0x28;

/** The body of the span, undefined when the block does not hold it. */
export async function bodyOf(spanId: string, block: PayloadBlock): Promise<string | undefined> {
  if (!block.spanIds.includes(spanId)) return undefined;
  return (await bodiesOf(block)).find((one) => one.spanId === spanId)?.body;
}

/** All bodies of the block. */
export async function bodiesOf(block: PayloadBlock): Promise<Body[]> {
  return bodiesIn(block, await unpacked(block, MOST_UNPACKED));
}

/** The bytes of a block, which are not to be more than so many: else it rejects with a RangeError, before there are more. */
export async function unpacked({ bodies }: PayloadBlock, most: number): Promise<Buffer> {
  if (bodies[0] === ZSTD) return decompress(bodies, { maxOutputLength: Math.max(1, most) });
  if (bodies.length > most) throw new RangeError('The block has more bytes than can be taken.');
  return bodies;
}

export function bodiesIn({ spanIds }: PayloadBlock, bytes: Buffer): Body[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .map((body, index) => ({ spanId: spanIds[index] ?? '', body }));
}
