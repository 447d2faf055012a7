import { describe, expect, test } from 'vitest';
import { runOf } from '../testing/runs.ts';
import { endedInNothing } from './ended-in-nothing.ts';

const unknownTokens = { input: null, cacheRead: null, cacheWrite: null, output: null, thinking: null };

describe('thinking ended in nothing', () => {
  test.each([
    { step: { finish: 'length', message: '' }, ended: 'cut by length', confidence: 'certain' },
    { step: { finish: 'length', message: 'Your order is' }, ended: 'cut by length', confidence: 'likely' },
    { step: { message: ' \n' }, ended: 'empty answer', confidence: 'certain' },
    { step: { finish: 'blocked', message: '' }, ended: 'empty answer', confidence: 'certain' },
    { step: { retried: true }, ended: 'retried', confidence: 'certain' },
  ] as const)('in $ended: $step', ({ step, ended, confidence }) => {
    const [finding] = endedInNothing.find(runOf({ dollars: 0.05, ...step }));
    expect(finding).toMatchObject({ step: 0, call: null, confidence, evidence: [{ value: ended }, {}], tokens: 100 });
    expect(finding?.dollars).toBe(ended === 'retried' ? 0.05 : 0.001);
  });

  test('also when the thinking is hidden, and its cost is then unknown', () => {
    const run = runOf({ hidden: ['encrypted'], finish: 'length', message: '', tokens: unknownTokens });
    expect(endedInNothing.find(run)).toMatchObject([{ tokens: null, dollars: null }]);
  });
});

describe('thinking did not end in nothing', () => {
  test.each([
    ['there is an answer', {}],
    ['there is a call', { message: '', calls: [{ tool: 'search' }] }],
    ['the answer continues', { message: '', finish: 'paused' }],
    ['there was no thinking', { message: '', tokens: { ...unknownTokens, thinking: 0 } }],
  ] as const)('when %s', (_why, step) => {
    expect(endedInNothing.find(runOf(step))).toEqual([]);
    expect(endedInNothing.notChecked(runOf(step))).toEqual([]);
  });
});

test.each([
  [{ message: null }, 'answer_not_reported'],
  [{ finish: null }, 'answer_not_reported'],
  [{ retried: null }, 'answer_not_reported'],
  [{ tokens: unknownTokens, message: '' }, 'thinking_not_reported'],
] as const)('%j is not checked', (step, reason) => {
  expect(endedInNothing.find(runOf(step))).toEqual([]);
  expect(endedInNothing.notChecked(runOf(step))).toMatchObject([{ step: 0, reason }]);
});
