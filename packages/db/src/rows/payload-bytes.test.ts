import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodiesIn, mostBytesOf, resultsIn, writeBodies, writeResults, type Body } from './payload-bytes.ts';

const written = (most: number, write: (bytes: Buffer) => number): Buffer => {
  const bytes = Buffer.alloc(most);
  return bytes.subarray(0, write(bytes));
};
const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const body: fc.Arbitrary<Body> = fc.record({
  spanId: fc.uuid(),
  body: fc.json(),
  results: fc.array(fc.record({ index: fc.nat({ max: 2 ** 31 - 1 }), text }), { maxLength: 3 }),
});

test('bodies and results are read back as they were, in a buffer of the computed size', () => {
  fc.assert(
    fc.property(fc.uniqueArray(body, { selector: ({ spanId }) => spanId, minLength: 1, maxLength: 6 }), (all) => {
      const spanIds = all.map(({ spanId }) => spanId);
      const most = mostBytesOf(all);
      const bodies = written(most.bodies, (bytes) => writeBodies(bytes, 0, all));
      const results = written(most.results, (bytes) => writeResults(bytes, all));
      const together = written(most.bodies + most.results, (bytes) =>
        writeBodies(bytes, writeResults(bytes, all), all),
      );
      const plain = all.map(({ results: _results, ...own }) => own);
      expect([bodiesIn(spanIds, bodies), bodiesIn(spanIds, together)]).toEqual([plain, plain]);
      const expected = all.flatMap(({ spanId, results }) => results!.map((result) => ({ spanId, ...result })));
      expect([resultsIn(spanIds, results), resultsIn(spanIds, together)]).toEqual([expected, expected]);
    }),
  );
});

test('results without their end are an error', () => {
  const bodies = [{ spanId: 'one', body: '{}', results: [{ index: 0, text: 'a result' }] }];
  const bytes = written(mostBytesOf(bodies).results, (all) => writeResults(all, bodies));
  expect(() => resultsIn(['one'], bytes.subarray(0, 9))).toThrow(RangeError);
});
