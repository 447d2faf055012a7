import { expect, it } from 'vitest';
import { areOf, isOneOf, problemsOf, type AddressCheck } from './address-problems.ts';

const problems = (checks: readonly AddressCheck[], search: string) => problemsOf(checks, new URLSearchParams(search));

it('a value that is not known is named, cut where it is long; what is known, empty or not its own is not', () => {
  const checks: AddressCheck[] = [
    ['by', isOneOf(['model']), 'is no cut.'],
    ['in', areOf(['said', 'args']), 'are no fields.'],
  ];
  expect(problems(checks, 'by=model&in=said,args&utm=1')).toEqual([]);
  expect(problems(checks, 'by=&in=')).toEqual([]);
  expect(problems(checks, `by=${'x'.repeat(99)}&in=said,sung`)).toEqual([
    `“${'x'.repeat(60)}…” is no cut.`,
    '“said,sung” are no fields.',
  ]);
});
