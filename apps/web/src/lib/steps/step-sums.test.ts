import { expect, it } from 'vitest';
import type { Paid } from './allocate.ts';
import { notYetIn, sumOf } from './step-sums.ts';

const paid = (lack: Paid['lack'], cost: number | null) => ({ cost, reasoningTokens: null, lack }) as Paid;

it('has nothing of thinking yet while all that was asked is still being answered', () => {
  expect(notYetIn(sumOf([paid('answer', null)]))).toBe('not known');
});

it.each([
  ['has a cost', paid(null, 5)],
  ['reported no usage', paid('usage', null)],
])('says "not reported" when a call %s and reported no thinking', (_which, ended) => {
  expect(notYetIn(sumOf([ended]))).toBeUndefined();
  expect(notYetIn(sumOf([ended, paid('answer', null)]))).toBeUndefined();
});
