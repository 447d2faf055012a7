import { expect, it } from 'vitest';
import { problemsOf } from '../../lib/address/address-problems.ts';
import { CHECKS } from './use-costs-params.ts';

const problems = (search: string) => problemsOf(CHECKS, new URLSearchParams(search));

it('the page knows the values that it writes itself, and names those it falls back from', () => {
  expect(problems('range=90d&by=tool&unit=tokens&score=tone&least=-0.5&good=friendly')).toEqual([]);
  expect(problems('range=yesterday&by=colour&unit=eur&least=x')).toHaveLength(CHECKS.length);
});
