import { expect, test } from 'vitest';
import type { SeenEntry } from '../origins/origin.ts';
import { originsOf } from '../origins/origins-of.ts';
import { indexSeen } from '../origins/search/seen-index.ts';
import { GrowingIndex } from './growing-index.ts';

const result = (at: number): SeenEntry => ({ kind: 'tool_result', json: { order: `ord_${at}17`, at } });

test('a conversation of any length has few indexes, and the same origins as one index of all', () => {
  const entries = Array.from({ length: 2_000 }, (_, at) => result(at));
  const growing = new GrowingIndex();
  for (const [at, entry] of entries.entries()) growing.add([entry], at);
  expect(growing.indexes.length).toBeLessThanOrEqual(7 * 4);
  const args = {
    first: 'ord_017',
    middle: 'ord_100017',
    last: 'ord_199917',
    joined: 'ord_517/ord_60017',
    none: 'ord_x99z',
  };
  expect(originsOf(args, growing.indexes).values).toEqual(originsOf(args, indexSeen(entries)).values);
});

test('texts that are too large for one index stay apart', () => {
  const growing = new GrowingIndex();
  for (let at = 0; at < 8; at += 1) growing.add([{ kind: 'user', text: `ord_${at}8812 ${'x '.repeat(500_000)}` }], at);
  expect(growing.indexes).toHaveLength(8);
  expect(originsOf({ id: 'ord_78812' }, growing.indexes).values[0]?.origin).toMatchObject({ kind: 'user' });
});

test('nothing is left of a conversation that was written anew', () => {
  const growing = new GrowingIndex();
  growing.add([result(1)], 0);
  growing.clear();
  expect(growing.indexes).toEqual([]);
});
