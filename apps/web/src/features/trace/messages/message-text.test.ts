import { expect, it } from 'vitest';
import { beginningLacks } from './MessageText.tsx';

it('distinguishes a beginning that may be cut from a whole text', () => {
  expect(beginningLacks('ok')).toBe('nothing');
  // A table or a program of two lines is one line here.
  expect(beginningLacks('def f(x): return x')).toBe('breaks');
  expect(beginningLacks('x'.repeat(160))).toBe('rest');
  expect(beginningLacks('first', 2)).toBe('rest');
});
