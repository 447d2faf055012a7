import { expect, it } from 'vitest';
import { columnsText, parseColumns } from '../columns/columns.ts';
import { columnOf, columnsFor } from './list-columns.ts';

const parsed = (text: string) => parseColumns(text, columnsFor(text));

it('a score has a column by its name, whatever is in the name', () => {
  const ids = ['score.quality', `score.${encodeURIComponent('on time, 50%: a.b')}`];
  const text = `asked,${ids[0]},${ids[1]}:9,age`;
  expect(parsed(text)).toEqual([
    { id: 'asked', width: null },
    { id: ids[0], width: 7 },
    { id: ids[1], width: 9 },
    { id: 'age', width: 3.5 },
  ]);
  expect(columnsText(parsed(text)!, columnsFor(text))).toBe(text);
  expect(columnOf(ids[1] as `score.${string}`)).toMatchObject({ label: 'on time, 50%: a.b' });
});

it.each(['score.', 'score.%', 'score.a,score.a', 'cost.a', 'score.a:wide'])('%j are no columns', (text) => {
  expect(parsed(text)).toBeUndefined();
});

it('has room for 20 scores at most', () => {
  const names = Array.from({ length: 21 }, (_, at) => `score.n${at}`);
  expect(parsed(names.slice(1).join(','))).toHaveLength(20);
  expect(parsed(names.join(','))).toBeUndefined();
});
