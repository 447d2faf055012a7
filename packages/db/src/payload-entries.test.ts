import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodiesIn, mostBytesOf, resultsIn, writeEntries, type Body } from './payload-entries.ts';

function entriesOf(bodies: readonly Body[]): Buffer {
  const bytes = Buffer.alloc(mostBytesOf(bodies));
  return bytes.subarray(0, writeEntries(bytes, bodies));
}

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const body = fc.record({
  spanId: fc.uuid(),
  body: fc.oneof(fc.json(), text),
  results: fc.array(fc.record({ index: fc.nat({ max: 2 ** 31 - 1 }), text }), { maxLength: 3 }),
});

test('bodies and results come back as they were, of any text', () => {
  fc.assert(
    fc.property(fc.uniqueArray(body, { selector: ({ spanId }) => spanId, minLength: 1, maxLength: 6 }), (bodies) => {
      const bytes = entriesOf(bodies);
      const spanIds = bodies.map(({ spanId }) => spanId);
      expect(bodiesIn(spanIds, bytes)).toEqual(bodies.map(({ results: _results, ...own }) => own));
      expect(resultsIn(spanIds, bytes)).toEqual(
        bodies.flatMap(({ spanId, results }) => results.map((result) => ({ spanId, ...result }))),
      );
    }),
  );
});

test('blocks of before are lines of JSON, without results', () => {
  const lines = Buffer.from('{"a":1}\n{"b":"\\n"}');
  expect(bodiesIn(['one', 'two'], lines)).toEqual([
    { spanId: 'one', body: '{"a":1}' },
    { spanId: 'two', body: '{"b":"\\n"}' },
  ]);
  expect(resultsIn(['one', 'two'], lines)).toEqual([]);
});

test('a block that is broken is not guessed at', () => {
  const bytes = entriesOf([{ spanId: 'one', body: '{}' }]);
  bytes[1] = 9;
  expect(() => bodiesIn(['one'], bytes)).toThrow('broken at byte 1');
});
