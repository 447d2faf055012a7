import { expect, it } from 'vitest';
import { draftOf, isLimit, isSame, rulesOf, type Rules } from './rules.ts';

const RULES: Rules = {
  capture: { reasoning: 'full', text: 'length', arguments: 'hash', results: 'full' },
  limits: { reasoning: 2000, results: 300 },
  mask: {
    keys: ['password', '*token*'],
    patterns: [{ name: 'order', pattern: 'ORD-\\d+' }],
    entities: ['jwt', 'e-mail'],
  },
};

it('comes back from the form as it was', () => {
  expect(rulesOf(draftOf(RULES))).toEqual(RULES);
});

it('has no rules in what was left empty', () => {
  const draft = { ...draftOf(RULES), keys: ' password \n\n', patterns: [{ name: ' ', pattern: '' }] };
  expect(rulesOf(draft).mask).toMatchObject({ keys: ['password'], patterns: [] });
});

it('is the same in any order of the ticked boxes', () => {
  const draft = draftOf(RULES);
  expect(isSame(draft, { ...draft, entities: new Set(['e-mail', 'jwt'] as const) })).toBe(true);
  expect(isSame(draft, { ...draft, entities: new Set(['e-mail'] as const) })).toBe(false);
});

it.each([
  ['', true],
  [' 200 ', true],
  ['1000000', true],
  ['199', false],
  ['1000001', false],
  ['2e3', false],
  ['1,000', false],
  ['-300', false],
  ['many', false],
])('takes %j as a limit: %s', (typed, isTaken) => {
  expect(isLimit(typed)).toBe(isTaken);
});
