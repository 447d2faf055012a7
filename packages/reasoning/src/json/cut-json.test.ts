import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCutJson } from './cut-json.ts';

describe('JSON that broke off', () => {
  it.each([
    ['{"a":"half a senten', { a: 'half a senten' }],
    ['{"a":1,"b":12', { a: 1 }],
    ['{"a":1,"ke', { a: 1 }],
    ['{"a":[{"b":"c"},{"d":', { a: [{ b: 'c' }, {}] }],
    ['{"a":"x\\', { a: 'x' }],
    ['{"a":"x\\\\', { a: 'x\\' }],
    ['{"a":"x\\u00e', { a: 'x' }],
    ['{"a":true', { a: true }],
    ['[', []],
    ['<html>', undefined],
    ['', undefined],
  ])('%s is saved as far as it goes', (source, saved) => expect(parseCutJson(source)).toEqual(saved));

  it('never throws and never loses the kind of the outermost value, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, cut) => {
        const source = JSON.stringify(value);
        const saved = parseCutJson(source.slice(0, Math.max(1, cut % (source.length + 1))));
        expect(typeof saved === 'object' && saved !== null && !Array.isArray(saved)).toBe(true);
      }),
    );
  });
});
