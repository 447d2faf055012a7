import { expect, it } from 'vitest';
import { problemsOf } from '../../lib/address/address-problems.ts';
import { CHECKS, runsOf } from './compare-url.ts';

const problems = (search: string) => problemsOf(CHECKS, new URLSearchParams(search));

it('the page knows the values that it writes itself, and names those it falls back from', () => {
  expect(problems('step=b3&only=diff')).toEqual([]);
  expect(problems('step=third&only=same')).toHaveLength(CHECKS.length);
});

it('reads the runs of a table, each once, and no table of fewer than three', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((digit) => digit.repeat(32));
  expect(runsOf(`${a},${b},${b},${c},no id`)).toEqual([a, b, c]);
  expect(runsOf(`${a},${b},${a}`)).toEqual([]);
  expect(runsOf(null)).toEqual([]);
});
