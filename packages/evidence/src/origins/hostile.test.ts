/** Input that is made to be slow, deep or confusing. Costs are counted in comparisons, not in time. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexSeen, originsOf } from './index.ts';
import type { SeenEntry } from './index.ts';

const user = (text: string): SeenEntry => ({ kind: 'user', text });

describe('hostile arguments', () => {
  it('never throw, whatever was seen and whatever the schema is', () => {
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.anything({ withBigInt: true, withDate: true }),
    );
    const seen = fc.array(fc.record({ kind: fc.constantFrom('user', 'thought', 'tool_result'), json: anything }));
    fc.assert(
      fc.property(anything, seen, anything, (args, entries, schema) => {
        const { values } = originsOf(args, indexSeen(entries as SeenEntry[]), { schema });
        expect(values.length).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });

  it('of 10,000 values are answered up to the limit, and the rest is counted', () => {
    const args = Array.from({ length: 10_000 }, (_, at) => `ord_${at + 10_000}`);
    const { values, omitted } = originsOf(args, indexSeen([user('ord_10007')]));
    expect([values.length, omitted]).toEqual([1000, 9000]);
    expect(values.filter(({ origin }) => origin.kind === 'user').map(({ value }) => value)).toEqual(['ord_10007']);
  });

  it('that are nested too deeply are omitted, not lost', () => {
    const deep = (levels: number) => `${'[{"a":'.repeat(levels)}"ord_8812"${'}]'.repeat(levels)}`;
    expect(originsOf(deep(20), indexSeen([user('ord_8812')])).values[0]).toMatchObject({ origin: { kind: 'user' } });
    expect(originsOf(JSON.parse(deep(2000)), indexSeen([]))).toMatchObject({ values: [], omitted: 1 });
    expect(
      originsOf({ id: 'ord_8812' }, indexSeen([{ kind: 'user', json: JSON.parse(deep(2000)) as unknown }])),
    ).toMatchObject({
      values: [{ origin: { kind: 'unknown', reason: 'not looked at' } }],
      isComplete: false,
    });
    expect(originsOf({ a: deep(100_000) }, indexSeen([]))).toMatchObject({ values: [], omitted: 1 });
  });

  it('with names of prototypes are keys like any other', () => {
    const args = JSON.parse('{"__proto__":{"constructor":"ord_8812"},"toString":"valueOf"}') as unknown;
    const seen = indexSeen([{ kind: 'tool_result', json: args }]);
    const schema = { properties: { toString: { enum: ['x'] } } };
    const paths = originsOf(args, seen, { schema }).values.map(({ path, origin }) => [path, origin.kind]);
    expect(paths).toEqual([
      [['__proto__', 'constructor'], 'tool_result'],
      [['toString'], 'tool_result'],
    ]);
    expect(originsOf({ value: 'constructor' }, indexSeen([user('x')])).values[0]?.origin.kind).toBe('nowhere');
  });

  it('with half of a surrogate pair or a huge key are compared as they are', () => {
    const key = 'k'.repeat(1_000_000);
    const args = { [key]: 'a\ud83d b', other: '\udc00' };
    const { values } = originsOf(args, indexSeen([user('say a\ud83d b')]));
    expect(values.map(({ origin, trivial }) => [origin.kind, trivial])).toEqual([
      ['user', undefined],
      ['nowhere', 'punctuation'],
    ]);
  });

  it('with characters of regular expressions match only themselves', () => {
    const seen = indexSeen([user('file (a+)+$.txt')]);
    const kinds = ['(a+)+$.txt', '(a+)+x.txt', 'a.*', '.*'].map(
      (value) => originsOf({ value }, seen).values[0]?.origin.kind,
    );
    expect(kinds).toEqual(['user', 'nowhere', 'nowhere', 'nowhere']);
  });
});

describe('hostile texts', () => {
  it.each([
    ['a long list in text', Array.from({ length: 150_000 }, (_, at) => at).join(',')],
    ['a long list in JSON', JSON.stringify(Array.from({ length: 150_000 }, (_, at) => at))],
    ['nothing but percent signs', '%'.repeat(1_000_000)],
    ['nothing but brackets', '['.repeat(1_000_000)],
    ['one long number', '1'.repeat(1_000_000)],
  ])('are indexed: %s', (_, text) => {
    const seen = indexSeen([user(text), user('ord_8812')]);
    expect(originsOf({ id: 'ord_8812' }, seen)).toMatchObject({
      values: [{ origin: { kind: 'user' } }],
      isComplete: true,
    });
  });

  it('of long lists have all their numbers', () => {
    const list = Array.from({ length: 2000 }, (_, at) => at + 1000).join(',');
    expect(
      originsOf({ row: 2999, other: 3000 }, indexSeen([user(list)])).values.map(({ origin }) => origin.kind),
    ).toEqual(['user', 'nowhere']);
  });
});

describe('a schema', () => {
  it('that refers to itself ends', () => {
    const schema: Record<string, unknown> = {
      $ref: '#/$defs/A',
      $defs: { A: { anyOf: [{ $ref: '#/$defs/A' }, { $ref: '#' }] } },
    };
    expect(originsOf({ id: 'ord_8812' }, indexSeen([]), { schema }).values[0]?.origin.kind).toBe('nowhere');
  });

  it('whose texts are too long is not looked at', () => {
    const schema = { properties: { id: { description: 'x '.repeat(1_100_000) } } };
    const { values } = originsOf({ id: 'ord_8812', other: 'ord_8812' }, indexSeen([]), { schema });
    expect(values.map(({ origin }) => origin.kind)).toEqual(['unknown', 'nowhere']);
  });
});

describe('costs', () => {
  /** Every value is nearly everywhere. */
  const repeated = (pairs: number) => indexSeen([{ kind: 'tool_result', text: 'alpha beta '.repeat(pairs) }]);
  const args = Array.from({ length: 200 }, (_, at) => `beta beta alpha ${at + 1000}`);
  const words = Array.from({ length: 50 }, () => 'alpha beta alpha').join('/');

  it('grow at most like the text', () => {
    const steps = (pairs: number, value: unknown) => originsOf({ value }, repeated(pairs)).steps;
    for (const value of ['beta beta', 'alpha beta gamma', words, args]) {
      expect(steps(8000, value)).toBeLessThanOrEqual(4 * steps(2000, value) + 100);
    }
  });

  it('do not grow with the number of places when the value is found', () =>
    expect(originsOf(['alpha beta'], repeated(8000)).steps).toBe(originsOf(['alpha beta'], repeated(2000)).steps));

  it('of keys are those of the first row', () => {
    const rows = (count: number) => Array.from({ length: count }, () => ({ customer_number: 1 }));
    const characters = (count: number) => indexSeen([{ kind: 'tool_result', json: rows(count) }]).characters;
    expect(characters(50) - characters(1)).toBe(49);
  });

  it('grow at most like the number of values', () => {
    const seen = repeated(3000);
    const steps = (count: number) => originsOf(args.slice(0, count), seen).steps;
    expect(steps(200)).toBeLessThanOrEqual(20 * steps(10) + 200);
  });

  it('have a limit, also for values that are everywhere', () => {
    const { steps, values } = originsOf(Array(200).fill('beta beta'), repeated(90_000), { maxSteps: 1_000_000 });
    expect(steps).toBeLessThan(1_000_000 + 200_000);
    expect(new Set(values.map(({ origin }) => JSON.stringify(origin)))).toContain(
      '{"kind":"unknown","reason":"not looked at"}',
    );
  });

  it('of the index grow like the text, at most threefold for its forms without escapes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        const escaped = `${text}%41\\n`.repeat(4);
        const { characters, ids } = indexSeen([user(escaped)]);
        expect(characters).toBeLessThanOrEqual(3 * escaped.length);
        expect(ids.length).toBeLessThanOrEqual(characters);
      }),
    );
  });
});
