import { expect, it } from 'vitest';
import { problemsOf } from '../../lib/address/address-problems.ts';
import { CHECKS } from './search-url.ts';

const problems = (search: string) => problemsOf(CHECKS, new URLSearchParams(search));

it('the page knows the values that it writes itself, and names those it falls back from', () => {
  expect(problems('in=thought,args&group=tool&peek=0123456789abcdef0123456789abcdef')).toEqual([]);
  expect(problems('in=thought,dream&group=mood&peek=x')).toHaveLength(CHECKS.length);
});
