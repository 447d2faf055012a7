import { expect, it } from 'vitest';
import { draftOf, NEW_DRAFT, numberProblem, ruleOf } from './rule-draft.ts';

it('is the same rule after it was edited without a change', () => {
  const rule = ruleOf({ ...NEW_DRAFT, limit: '2.5', scope: { ...NEW_DRAFT.scope, model: 'gpt-5.2' } })!;
  expect(rule).toMatchObject({ limit: 2.5, scope: { model: 'gpt-5.2' }, windowHours: 1 });
  expect(ruleOf(draftOf({ name: 'Mine', rule, isPaused: true }))).toEqual(rule);
});

it('is no rule while a number cannot be used, and says why', () => {
  expect(ruleOf({ ...NEW_DRAFT, windowHours: '' })).toBeUndefined();
  expect(numberProblem('windowHours', '1.5')).toBe('A whole number from 1 to 168.');
  expect(numberProblem('windowHours', '169')).toBe('A whole number from 1 to 168.');
  expect(numberProblem('limit', 'x')).toBe('A number, such as 2.5.');
  expect(numberProblem('limit', '0')).toBeUndefined();
});
