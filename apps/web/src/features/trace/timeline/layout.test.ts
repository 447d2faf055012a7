import { describe, expect, it } from 'vitest';
import { layoutRows, unfoldedBy, type LayoutOptions } from './layout.ts';
import type { Entry, Step, Timeline } from '../../../lib/steps/step-tree.ts';

/** A call without a result so far, and one with a result. */
const AWAITED = { type: 'function', status: 'unset', duration: null, request: {}, execution: null, resultRow: null };
const ANSWERED = { ...AWAITED, status: 'ok' };
const calls = (count: number, call: Record<string, unknown> = AWAITED) => Array.from({ length: count }, () => call);

const step = (key: string, fields: Record<string, unknown> = {}) =>
  ({
    entry: 'step',
    key,
    kind: 'calls',
    parent: -1,
    calls: [AWAITED],
    thought: { state: 'readable', characters: 30, hasPreamble: false },
    ...fields,
  }) as unknown as Entry;
const options: LayoutOptions = { stacked: false, charactersPerLine: 60, hide: new Set(), peek: null };
const heights = (entries: Entry[], fields: Partial<LayoutOptions> = {}) =>
  layoutRows({ entries } as Timeline, () => true, { ...options, ...fields }).map((row) => (row.height - 0.75) / 1.25);

describe('the height of a row, in lines', () => {
  it('is that of the longer lane: two lines of thought, what was said, one line a call', () => {
    const long = { state: 'readable', characters: 500, hasPreamble: true };
    expect(heights([step('a'), step('b', { thought: long }), step('c', { calls: calls(4) })])).toEqual([1, 3, 4]);
  });

  it('has a line for each result, as soon as something came back', () => {
    expect(heights([step('a', { calls: calls(3, ANSWERED) })])).toEqual([6]);
    expect(heights([step('a', { calls: [AWAITED, ANSWERED, { ...AWAITED, status: 'no_result' }] })])).toEqual([4]);
    expect(heights([step('a', { calls: calls(3, ANSWERED) })], { stacked: true })).toEqual([8]);
  });

  it('holds six calls and a line for the others', () => {
    expect(heights([step('a', { calls: calls(15) })])).toEqual([7]);
    expect(heights([step('a', { calls: calls(15, ANSWERED) })])).toEqual([13]);
  });

  it('holds up to fifty calls of the step whose seventh or a later call is selected', () => {
    const long = [step('a', { calls: calls(15) }), step('b', { calls: calls(90) })];
    const selected = (at: number, call: number) =>
      heights(long, { unfolded: unfoldedBy({ step: long[at] as Step, call }) });
    expect(selected(0, 5)).toEqual([7, 7]);
    expect(selected(0, 6)).toEqual([15, 7]);
    expect(selected(1, 80)).toEqual([7, 51]);
  });

  it('leaves the room beside several calls to the thought, and the room beside a long thought to an answer', () => {
    const long = { state: 'readable', characters: 500, hasPreamble: true };
    const answer = { kind: 'answer', calls: [{ request: { otherCharacters: 160 } }], thought: long };
    const rows = layoutRows(
      { entries: [step('a', { calls: calls(4, ANSWERED), thought: long }), step('b', answer)] } as Timeline,
      () => true,
      options,
    );
    expect(rows.map(({ thoughtLines, deedLines }) => [thoughtLines, deedLines])).toEqual([
      [7, 8],
      [2, 3],
    ]);
  });

  it('holds an answer in two lines where one is too narrow for it', () => {
    const answer = (otherCharacters: number) =>
      step('a', { kind: 'answer', calls: [{ request: { otherCharacters } }] });
    expect(heights([answer(19), answer(59), answer(5000)])).toEqual([1, 2, 2]);
    // As narrow as a peek beside a list.
    expect(heights([answer(19)], { charactersPerLine: 12 })).toEqual([2]);
    expect(layoutRows({ entries: [answer(59)] } as Timeline, () => true, options)[0]?.deedLines).toBe(2);
  });

  it('is the sum of the lanes where they stand below one another', () => {
    expect(heights([step('a', { calls: calls(2) })], { stacked: true })).toEqual([4]);
  });

  it('has a line for the outcome of a model call without calls, for any shown lanes', () => {
    const response = step('a', { kind: 'response', calls: [], thought: { state: 'unreported', characters: 0 } });
    expect(heights([response], { stacked: true })).toEqual([3]);
    expect(heights([response], { stacked: true, hide: new Set(['did']) })).toEqual([3]);
    expect(heights([response])).toEqual([1]);
  });

  it('grows with a text that is still streaming, up to four lines', () => {
    const answer = step('b', { kind: 'answer', calls: [{ request: { otherCharacters: 5 } }] });
    const lines = (words: number) => {
      const text = 'word '.repeat(words);
      const growing = new Map([
        ['a', { thought: text, arguments: null }],
        ['b', { thought: null, arguments: text }],
      ]);
      return heights([step('a'), answer], { growing });
    };
    expect([1, 12, 30, 400].map(lines)).toEqual([
      [1, 1],
      [1, 3],
      [4, 4],
      [4, 4],
    ]);
  });

  describe('whose thought is peeked at', () => {
    const long = { state: 'readable', characters: 5000, hasPreamble: false };
    const peekedAt = (peeked: string | undefined) =>
      heights([step('a', { thought: long }), step('b', { thought: long })], { peek: 'b', peeked });

    it('grows when the thought is here, up to twelve lines', () => {
      expect(peekedAt(undefined)).toEqual([2, 2]);
      expect(peekedAt('word '.repeat(1000))).toEqual([2, 12]);
    });

    it('is that of the text that is here, of a thought that was cut or is not kept', () => {
      expect(peekedAt('word '.repeat(40))).toEqual([2, 5]);
      expect(peekedAt('one\n\nthree')).toEqual([2, 4]);
      expect(peekedAt(`[hashed: ${'0f'.repeat(16)}, 5000 characters]`)).toEqual([2, 1]);
    });
  });

  it('leaves out lanes that are hidden', () => {
    const long = { state: 'readable', characters: 500, hasPreamble: true };
    expect(heights([step('a', { thought: long })], { hide: new Set(['thought', 'said']) })).toEqual([1]);
  });
});

it('leaves out what is below a closed row, at any depth', () => {
  const entries = [step('a'), step('b', { parent: 0 }), step('c', { parent: 1 }), step('d')];
  const rows = layoutRows({ entries } as Timeline, (entry) => entry.key !== 'a', options);
  expect(rows.map((row) => row.entry)).toEqual([0, 3]);
});
