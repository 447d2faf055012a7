import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bodyOf,
  FRAME_HEADER_BYTES,
  packBodies,
  unpacked as unpack,
  unpackedBytes,
  wholeBlock,
} from './payload-blocks.ts';

const spanId = (index: number): string => index.toString(16).padStart(16, '0');

async function unpacked(bodies: readonly string[]): Promise<(string | undefined)[]> {
  const blocks = await packBodies(bodies.map((body, index) => ({ spanId: spanId(index), body })));
  const read = bodies.map(async (_body, index) => {
    const holding = blocks.filter(({ spanIds }) => spanIds.includes(spanId(index)));
    expect(holding).toHaveLength(1);
    return bodyOf(spanId(index), holding[0]!);
  });
  return Promise.all(read);
}

test('every body is read back as it was, for any number and size', async () => {
  const body = fc.tuple(fc.json(), fc.nat({ max: 3 })).map(([json, size]) => JSON.stringify([json.repeat(10 ** size)]));
  await fc.assert(
    fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 12 }), async (bodies) => {
      expect(await unpacked(bodies)).toEqual(bodies);
    }),
    { numRuns: 50 },
  );
});

test.for([0, 1, 250, 999, 1_000, 65_000, 66_000, 131_000, 600_000, 5_000_000])(
  'a block with a body of %i characters says how many bytes it unpacks to',
  async (characters) => {
    const [block] = await packBodies([{ spanId: spanId(0), body: JSON.stringify('x'.repeat(characters)) }]);
    const { bodies } = block!;
    const bytes = await unpack(bodies, 10_000_000);
    expect(unpackedBytes(bodies.subarray(0, FRAME_HEADER_BYTES), bodies.length)).toBe(bytes.length);
  },
);

test('JSON with line breaks is still one body', async () => {
  expect(await unpacked(['{\n  "a": "x\\ny"\n}', '{}'])).toEqual(['{   "a": "x\\ny" }', '{}']);
});

test('a large body has its own block, so that reading its neighbors does not unpack it', async () => {
  const large = JSON.stringify('x'.repeat(1_000_000));
  const blocks = await packBodies(['{}', large, '{"b":1}'].map((body, index) => ({ spanId: spanId(index), body })));
  expect(blocks.map(({ spanIds }) => spanIds)).toEqual([[spanId(0)], [spanId(1)], [spanId(2)]]);
  expect(blocks[1]!.bodies.length).toBeLessThan(10_000);
});

test('a span that is not in the block has no body there', async () => {
  const [block] = await packBodies([{ spanId: spanId(1), body: '{}' }]);
  expect(await bodyOf(spanId(2), block!)).toBeUndefined();
});

test.for([
  ['short beside its results', 1, true],
  ['long beside them', 100, false],
] as const)('a body that is %s comes back with them', async ([, times, isTogether]) => {
  const all = [
    {
      spanId: spanId(0),
      body: JSON.stringify('as it was sent '.repeat(times * 10)),
      results: [{ index: 2, text: 'a result '.repeat(30) }],
    },
    { spanId: spanId(1), body: '{}', results: [] },
  ];
  const [block] = await packBodies(all);
  expect(block!.results!.length === 0).toBe(isTogether);
  expect(await wholeBlock(block!)).toEqual(all);
});
