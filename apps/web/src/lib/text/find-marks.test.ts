import { expect, it } from 'vitest';
import { markedParts, type Find } from './find-marks.ts';

const marked = (text: string, find: Find) => markedParts(text, find).filter((_, index) => index % 2 === 1);

it('what is found in a trace is marked wherever it stands, in any case', () => {
  expect(marked('Reorder the Order', 'order')).toEqual(['order', 'Order']);
  expect(marked('100 % (a+b) [c]', '(a+b) [')).toEqual(['(a+b) [']);
  expect(marked('text', '')).toEqual([]);
});

it('words of a search are marked where a word begins, as they are found', () => {
  expect(marked('Reorder the Order, update_order', ['order'])).toEqual(['Order', 'order']);
  expect(marked('ordering', ['order'])).toEqual(['order']);
  expect(marked('the schema changed', ['schema changed', 'the'])).toEqual(['the', 'schema changed']);
  expect(marked('größer oßer', ['oßer'])).toEqual(['oßer']);
});

it('without spaces every character begins a word', () => {
  expect(marked('すぐに注文を確認する', ['注文', '確認'])).toEqual(['注文', '確認']);
  expect(marked('注文API', ['api'])).toEqual(['API']);
});

it('returns the whole text, for any text', () => {
  for (const text of ['', 'a\ud800b', '𝒜order', '-/\\^$'])
    expect(markedParts(text, ['order', '$', '/', '-']).join('')).toBe(text);
});
