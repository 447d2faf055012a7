import { expect, it } from 'vitest';
import { problemsOf } from '../../lib/address/address-problems.ts';
import { CHECKS } from './compare-url.ts';

const problems = (search: string) => problemsOf(CHECKS, new URLSearchParams(search));

it('the page knows the values that it writes itself, and names those it falls back from', () => {
  expect(problems('step=b3&only=diff')).toEqual([]);
  expect(problems('step=third&only=same')).toHaveLength(CHECKS.length);
});
