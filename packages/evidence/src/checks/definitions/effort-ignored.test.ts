import { expect, test } from 'vitest';
import { runOf } from '../testing/runs.ts';
import { effortIgnored } from './effort-ignored.ts';

const billed = (thinking: number | null) => ({ input: 1, cacheRead: 0, cacheWrite: 0, output: 900, thinking });

test.each([
  ['none', 'effort', { effort: 'none', tokens: billed(512) }, 'certain'],
  ['a budget of 0', 'budget of 0 tokens', { budgetTokens: 0, tokens: billed(512) }, 'certain'],
  // ollama-cloud-both: `think: false`, and a thought without a count.
  [
    'none, of an uncounted thought',
    'effort none',
    { effort: 'none', thought: 'The user says OK.', tokens: billed(null) },
    'likely',
  ],
  ['minimal', 'effort minimal', { effort: 'minimal', tokens: billed(512) }, 'likely'],
  ['high, and none came', 'effort high', { effort: 'HIGH', tokens: billed(0) }, 'likely'],
] as const)('the request for %s was ignored', (_what, ...[requested, step, confidence]) => {
  expect(effortIgnored.find(runOf(step))).toMatchObject([
    {
      step: 0,
      confidence,
      tokens: step.tokens.thinking,
      evidence: [{ value: expect.stringMatching(new RegExp(requested, 'i')) as string }, {}],
    },
  ]);
});

test.each([
  { effort: 'none', tokens: billed(0) },
  { effort: 'low', tokens: billed(512) },
  { effort: 'high', tokens: billed(512) },
  { effort: 'high', hidden: ['encrypted'], tokens: billed(0) },
  { budgetTokens: 1_024, tokens: billed(0) },
] as const)('%j was kept', (step) => {
  expect(effortIgnored.find(runOf(step))).toEqual([]);
  expect(effortIgnored.notChecked(runOf(step))).toEqual([]);
});

test('what was not requested, or not counted, is not checked', () => {
  const run = runOf({ tokens: billed(0) }, { effort: 'high', tokens: billed(null) });
  expect(effortIgnored.find(run)).toEqual([]);
  expect(effortIgnored.notChecked(run).map(({ step, reason }) => [step, reason])).toEqual([
    [0, 'effort_not_reported'],
    [1, 'thinking_tokens_not_reported'],
  ]);
});
