import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prettyJson } from './pretty-json.ts';

describe('JSON with one value a line', () => {
  it('is what it would be by its values', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (json, space) => {
        const value: unknown = JSON.parse(json);
        const written = prettyJson(JSON.stringify(value, null, space));
        expect(written).toBe(
          typeof value === 'object' && value ? JSON.stringify(value, null, 2) : JSON.stringify(value),
        );
      }),
    );
  });

  it('keeps what no parsed value could: long numbers, keys that come twice, the order of keys', () => {
    expect(prettyJson('{"b":12345678901234567890,"1":1.0, "1":[ ],"a":"na\\u00efve: {}, \\"so\\""}')).toBe(
      '{\n  "b": 12345678901234567890,\n  "1": 1.0,\n  "1": [],\n  "a": "naïve: {}, \\"so\\""\n}',
    );
  });

  it('leaves what is no JSON, and what is nested too deeply', () => {
    for (const text of ['[1, 2', 'so [1]', '{"a": 1} and more', '"text"', `${'['.repeat(300)}${']'.repeat(300)}`])
      expect(prettyJson(text)).toBe(text);
  });
});
