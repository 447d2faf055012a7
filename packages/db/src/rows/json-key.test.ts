import { expect, it } from 'vitest';
import { jsonDigest, jsonKey } from './json-key.ts';

it('is the same for the same JSON in another order and spacing', () => {
  expect(jsonKey('{"a":1,"b":{"c":[1,2],"d":null}}')).toBe(jsonKey('{ "b": {"d": null, "c": [1, 2]}, "a": 1.0 }'));
});

it.each([
  ['{"a":1}', '{"a":"1"}'],
  ['[1,2]', '[2,1]'],
  ['{"a":{"b":1}}', '{"b":{"a":1}}'],
  ['{"cut":"in the mid', '{"cut":"in the middle'],
])('is different for %s and %s', (left, right) => expect(jsonKey(left)).not.toBe(jsonKey(right)));

it.each([
  ['{"a":1}', '[["a",1]]'],
  ['{"a":1}', '{"entries":[["a",1]]}'],
  ['{"id":12345678901234567890}', '{"id":12345678901234567891}'],
  ['0.12345678901234567', '0.12345678901234568'],
])('digests %s and %s differently', (left, right) => expect(jsonDigest(left)).not.toBe(jsonDigest(right)));
