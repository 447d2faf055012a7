import { expect, it } from 'vitest';
import { draftOf, madeOf, plannedOf, problemOf } from './new-experiment.ts';

const draft = draftOf({ q: 'model:gpt-5.2', range: '7d' });

const KEY = '8f7c1b1e-8f3d-4c3e-9a43-0f4f4c1f1d55';

it('asks at low effort, with a baseline, of what the page shows', () => {
  expect(madeOf(draft)).toEqual({
    ...{ name: 'Less thinking', q: 'model:gpt-5.2', range: '7d', steps: 50, repeats: 3, baseline: true },
    ...{ variants: [{ effort: 'low' }], budget: 5, max_output_tokens: 8_000, runs_on: 'server' },
  });
});

it.each([
  [{ kind: 'budget', tokens: '0' }, { budget_tokens: 0 }],
  [{ kind: 'model', model: ' gpt-5-mini ' }, { model: 'gpt-5-mini' }],
  [{ kind: 'thoughts' }, { thoughts: false }],
  [
    { kind: 'provider', target: 'anthropic.messages/anthropic', model: 'claude-opus-4-8' },
    { target: 'anthropic.messages/anthropic', model: 'claude-opus-4-8' },
  ],
  [
    { kind: 'effort', keyId: KEY },
    { effort: 'low', key: KEY },
  ],
  [{ kind: 'effort', keyId: KEY, runsOn: 'worker' }, { effort: 'low' }],
] as const)('changes only one thing: %o', (some, variant) => {
  expect(plannedOf({ ...draft, ...some })?.variants).toEqual([variant]);
});

it.each([
  [{ steps: '0' }, 'Steps'],
  [{ steps: '2.5' }, 'whole number'],
  [{ repeats: 'x' }, 'Times each'],
  [{ budget: '0' }, 'The budget'],
  [{ kind: 'model', model: ' ' }, 'name of the model'],
  [{ kind: 'provider', model: ' ' }, 'name of the model'],
  [{ kind: 'budget', tokens: '9000' }, 'more tokens than its thinking'],
] as const)('says what has to be changed: %o', (some, words) => {
  expect(problemOf({ ...draft, ...some })).toContain(words);
  expect(plannedOf({ ...draft, ...some })).toBeUndefined();
});

it('needs a name', () => expect(madeOf({ ...draft, name: ' ' })).toBeUndefined());
