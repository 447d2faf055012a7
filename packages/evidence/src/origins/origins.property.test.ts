/** Properties of the search: what is planted is found, what is random is not, and the index answers like a plain search. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexSeen, isInventedIdentifier, originsOf, TRUST } from './index.ts';
import type { SeenEntry } from './index.ts';

const KINDS = TRUST.filter((kind) => kind !== 'schema');
const kind = fc.constantFrom(...KINDS);
const two = (value: number) => String(value).padStart(2, '0');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Words that no planted value contains. */
const filler = fc.array(fc.constantFrom('lorem', 'ipsum', 'dolor', 'sit', '-', '(', '"', '\n', 'Ünï', '東'), {
  maxLength: 12,
});
const fillerText = filler.map((words) => words.join(' '));

const identifier = fc.oneof(
  fc.uuid(),
  fc.stringMatching(/^[a-z]{2,5}_[0-9][A-Za-z0-9]{8,14}$/),
  fc.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
);

/** A value, and a form of it as it may stand in a text. */
interface Planted {
  value: string | number;
  form: string;
}

const escapedForUrl = (text: string) =>
  [...text].map((character) => (character === ' ' ? '%20' : encodeURIComponent(character))).join('');
const escapedForJson = (text: string) =>
  text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const grouped = (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2 });

const name = fc.stringMatching(/^[A-Z][a-zéüø]{3,9} [A-Z][a-zéüø]{3,9}$/);
const planted: fc.Arbitrary<Planted> = fc.oneof(
  identifier.map((id) => ({ value: id, form: id })),
  name.chain((value) =>
    fc
      .constantFrom(
        value,
        value.toUpperCase(),
        value.replace(' ', ' \n\t'),
        escapedForUrl(value),
        escapedForJson(value),
        value.normalize('NFD'),
      )
      .map((form) => ({ value, form })),
  ),
  fc.tuple(fc.integer({ min: 10_000, max: 99_999_999 }), fc.integer({ min: 0, max: 99 })).chain(([whole, cents]) => {
    const value = Number(`${whole}.${two(cents)}`);
    return fc
      .constantFrom(String(value), grouped(value), `$${grouped(value)}`, `${value}kg`)
      .map((form) => ({ value, form }));
  }),
  fc.date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }).chain((date) => {
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    const word = MONTHS[month - 1] ?? '';
    return fc
      .constantFrom(
        `${year}-${two(month)}-${two(day)}`,
        `${day} ${word.slice(0, 3)} ${year}`,
        `${word} ${day}, ${year}`,
        `${day}.${month}.${year}`,
        `${month}/${day}/${year}`,
        `${day}/${month}/${year}`,
        `${year}-${two(month)}-${two(day)}T10:30:00Z`,
      )
      .map((form) => ({ value: `${year}-${two(month)}-${two(day)}`, form }));
  }),
);

const surroundings = fc.record({ before: fillerText, after: fillerText, isJson: fc.boolean() });

describe('a planted value', () => {
  it('is found in any form, in text and in JSON, with the kind of the entry', () => {
    fc.assert(
      fc.property(planted, kind, surroundings, ({ value, form }, of, { before, after, isJson }) => {
        const text = `${before} ${form} ${after}`;
        const entry: SeenEntry = isJson ? { kind: of, json: { [before]: [text] } } : { kind: of, text };
        const noise: SeenEntry[] = KINDS.map((other) => ({ kind: other, text: after }));
        const { origin } = originsOf({ value }, indexSeen([...noise, entry])).values[0] ?? {};
        expect(origin).toMatchObject({ kind: of, locations: [{ entry: noise.length }] });
        if (origin && 'locations' in origin) {
          const { offset = 0, length = 0 } = origin.locations[0] ?? {};
          expect(form).toContain(text.slice(offset, offset + length));
          expect(length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('has its path in the arguments and in the result', () => {
    fc.assert(
      fc.property(identifier, fc.array(fc.oneof(fc.string(), fc.nat(3)), { maxLength: 12 }), (id, path) => {
        const tree = path.reduceRight<unknown>(
          (child, key) => (typeof key === 'number' ? [...Array<null>(key).fill(null), child] : { [`k${key}`]: child }),
          id,
        );
        const expected = path.map((key) => (typeof key === 'number' ? key : `k${key}`));
        const { values } = originsOf(tree, indexSeen([{ kind: 'tool_result', json: tree }]));
        const found = values.find(({ value }) => value === id);
        expect(found?.path).toEqual(expected);
        expect(found?.origin).toMatchObject({ match: { how: 'exact' }, locations: [{ path: expected }] });
      }),
    );
  });
});

describe('a random identifier', () => {
  it('is nowhere, and invented', () => {
    const contexts = fc.array(fc.record({ kind, json: fc.jsonValue() }), { maxLength: 5 });
    fc.assert(
      fc.property(identifier, fc.array(identifier, { maxLength: 20 }), contexts, (id, others, context) => {
        fc.pre(!others.includes(id) && !JSON.stringify(context).includes(id));
        const seen: SeenEntry[] = [...context, { kind: 'tool_result', json: others }];
        const [found] = originsOf({ id }, indexSeen(seen)).values;
        expect(found?.origin).toEqual({ kind: 'nowhere' });
        expect(found && isInventedIdentifier(found)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the index', () => {
  // Few words, so that values often begin like a text and then differ.
  const word = fc.constantFrom('ab', 'abc', 'b', 'cab', 'ca7');
  const words = (maxLength: number) => fc.array(word, { minLength: 1, maxLength });
  const phrase = fc.array(fc.tuple(word, fc.constantFrom(' ', '-', '/')), { minLength: 1, maxLength: 4 });

  /** Tries every offset; a word may not go on at either end. */
  const naiveOffsets = (text: string, value: string): number[] =>
    Array.from({ length: text.length }, (_, at) => at).filter(
      (at) =>
        text.startsWith(value, at) &&
        !/[a-z0-9]/.test(text[at - 1] ?? ' ') &&
        !/[a-z0-9]/.test(text[at + value.length] ?? ' '),
    );

  it('answers like a search at every offset of every text', () => {
    fc.assert(
      fc.property(fc.array(words(12), { minLength: 1, maxLength: 5 }), phrase, (texts, pieces) => {
        const value = pieces
          .map(([text, separator], at) => (at + 1 < pieces.length ? text + separator : text))
          .join('');
        const seen = texts.map((text, at): SeenEntry => ({ kind: 'user', text: text.join(at % 2 === 0 ? ' ' : '-') }));
        const { origin } = originsOf({ value }, indexSeen(seen)).values[0] ?? {};
        const expected = seen.flatMap((entry, at) =>
          'text' in entry ? naiveOffsets(entry.text, value).map((offset) => [at, offset]) : [],
        );
        const isWhole = origin && 'match' in origin && origin.match.how !== 'joined';
        expect(isWhole === true).toBe(expected.length > 0);
        const found = isWhole ? origin.locations.map(({ entry, offset }) => [entry, offset]) : [];
        expect(expected).toEqual(expect.arrayContaining(found));
        expect(found.length).toBe(Math.min(3, new Set(expected.map(([at]) => at)).size));
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same answers for all calls of a step as an index for each', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ kind, json: fc.jsonValue() }), { maxLength: 4 }),
        fc.array(fc.jsonValue(), { maxLength: 4 }),
        (seen, calls) => {
          const shared = indexSeen(seen);
          const answers = calls.map((args) => originsOf(args, shared));
          expect(answers).toEqual(calls.map((args) => originsOf(args, indexSeen(seen))));
        },
      ),
    );
  });

  it('may be one for each step: several answer like one over everything', () => {
    const entries = fc.array(fc.record({ kind, text: words(6).map((found) => found.join(' ')) }), { maxLength: 4 });
    fc.assert(
      fc.property(entries, entries, fc.array(phrase, { maxLength: 3 }), (before, added, phrases) => {
        const args = phrases.map((pieces) => pieces.flat().join(''));
        const parts = [indexSeen(before), indexSeen(added, before.length)];
        const [several, one] = [originsOf(args, parts), originsOf(args, indexSeen([...before, ...added]))];
        expect(several.values).toEqual(one.values);
      }),
      { numRuns: 300 },
    );
  });
});
