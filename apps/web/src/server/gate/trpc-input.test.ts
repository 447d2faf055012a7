import fc from 'fast-check';
import superjson from 'superjson';
import { describe, expect, it } from 'vitest';
import { readInput } from './trpc-input.ts';

const wired = (value: unknown): unknown => JSON.parse(JSON.stringify(superjson.serialize(value)));

describe('an input', () => {
  it('comes as the browser wrote it', () => {
    const key = fc.stringMatching(/^[a-z]{1,8}$/);
    const leaf = fc.oneof(
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
      fc.boolean(),
      fc.constant(null),
      fc.constant(undefined),
      fc.date({ noInvalidDate: true }),
    );
    const value = fc.oneof(
      leaf,
      fc.array(leaf, { maxLength: 4 }),
      fc.dictionary(key, leaf, { maxKeys: 4, noNullPrototype: true }),
    );
    const input = fc.oneof(leaf, fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true }));
    fc.assert(fc.property(input, (given) => void expect(readInput(wired(given))).toEqual(given)));
  });

  it.each([
    ['references', { json: {}, meta: { referentialEqualities: { a: ['b'] } } }, 'nothing in it is stored by reference'],
    ['references of none', { json: {}, meta: { values: {}, referentialEqualities: {} } }, 'stored by reference'],
    ['a set', wired({ a: new Set([1]) }), 'only have Date and undefined'],
    ['a map', wired({ a: new Map([[1, 2]]) }), 'only have Date and undefined'],
    ['a bigint', wired({ a: 1n }), 'only have Date and undefined'],
    ['a regular expression', wired({ a: /(a+)+$/ }), 'only have Date and undefined'],
    ['a typed array', wired({ a: new Uint8Array(2) }), 'only have Date and undefined'],
    ['an error', wired({ a: new Error('x') }), 'only have Date and undefined'],
    ['a date of a number', { json: { a: 1 }, meta: { values: { a: ['Date'] } } }, 'no Date at the path “a”'],
    [
      'a place that is not there',
      { json: { a: [] }, meta: { values: { 'a.4000000000': ['undefined'] } } },
      'no undefined at',
    ],
    ['a place in a prototype', { json: {}, meta: { values: { '__proto__.x': ['undefined'] } } }, 'no undefined at'],
    ['a constructor', { json: {}, meta: { values: { 'constructor.prototype': ['undefined'] } } }, 'no undefined at'],
    ['NUL', { json: { a: ['x\0'] } }, 'NUL'],
    ['NUL in a name', { json: { 'x\0': 1 } }, 'NUL'],
    ['half a character', { json: { a: 'x\ud800' } }, 'half of a surrogate pair'],
    ['no envelope', { project: 'default' }, 'object with "json"'],
    ['a text', 'x', 'object with "json"'],
    ['nothing', null, 'object with "json"'],
    ['an odd meta', { json: 1, meta: 7 }, '"meta"'],
    ['an odd type', { json: { a: null }, meta: { values: { a: [['custom', 'x']] } } }, 'only have Date and undefined'],
  ])('is refused for %s', (_, wire, sentence) => {
    expect(() => readInput(wire)).toThrow(sentence);
    expect({}).not.toHaveProperty('x');
  });

  it('is refused when it is deep or long, however deep or long', () => {
    const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
    expect(readInput({ json: nested(16) })).toEqual(nested(16));
    expect(() => readInput({ json: nested(17) })).toThrow('at most 16 levels');
    expect(() => readInput({ json: nested(200_000) })).toThrow('at most 16 levels');
    expect(readInput({ json: new Array(9_999).fill(0) })).toHaveLength(9_999);
    expect(() => readInput({ json: new Array(10_000).fill(0) })).toThrow('at most 10000 values');
    expect(() => readInput({ json: new Array(250_000).fill([]) })).toThrow('at most 10000 values');
    const dates = (count: number) =>
      wired(Object.fromEntries(Array.from({ length: count }, (_, at) => [`d${at}`, new Date(at)])));
    expect(Object.keys(readInput(dates(32)) as object)).toHaveLength(32);
    expect(() => readInput(dates(33))).toThrow('at most 32 typed values');
  });
});
