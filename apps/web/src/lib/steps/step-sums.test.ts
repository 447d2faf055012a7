import { expect, it } from 'vitest';
import type { Paid } from './allocate.ts';
import { notYetIn, sumOf } from './step-sums.ts';

const paid = (lack: Paid['lack'], cost: number | null) => ({ cost, reasoningTokens: null, lack }) as Paid;

it('has nothing of thinking yet while all that was asked is still being answered', () => {
  expect(notYetIn(sumOf([paid('answer', null)]))).toBe('not known yet');
});

it.each([
  ['has a cost', paid(null, 5)],
  ['told no usage', paid('usage', null)],
])('says that nobody reported it where a call %s and told no thinking', (_which, ended) => {
  expect(notYetIn(sumOf([ended]))).toBeUndefined();
  expect(notYetIn(sumOf([ended, paid('answer', null)]))).toBeUndefined();
});
