import { expect, it } from 'vitest';
import { problemsOf } from '../../lib/address/address-problems.ts';
import { CHECKS } from './session-url.ts';

const problems = (search: string) => problemsOf(CHECKS, new URLSearchParams(search));

it('the page knows the values that it writes itself, and names those it falls back from', () => {
  expect(problems('turn=3&open=thoughts')).toEqual([]);
  expect(problems('turn=last&open=door')).toHaveLength(CHECKS.length);
});
