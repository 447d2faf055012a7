import { expect, it } from 'vitest';
import { problemsOf } from '../../lib/address/address-problems.ts';
import { CHECKS } from './live-url.ts';

const problems = (search: string) => problemsOf(CHECKS, new URLSearchParams(search));

it('the page knows the values that it writes itself, and names those it falls back from', () => {
  expect(problems('paused=1')).toEqual([]);
  expect(problems('paused=yes')).toHaveLength(CHECKS.length);
});
