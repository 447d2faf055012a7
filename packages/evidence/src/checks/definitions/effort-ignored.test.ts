import { expect, test } from 'vitest';
import { runOf, valueOf } from '../testing/runs.ts';
import { effortIgnored } from './effort-ignored.ts';

const billed = (thinking: number | null) => ({ input: 1, cacheRead: 0, cacheWrite: 0, output: 900, thinking });

test.each([
  { requested: 'effort none', step: { effort: 'none', tokens: billed(512) }, confidence: 'certain' },
  { requested: 'budget of 0 tokens', step: { budgetTokens: 0, tokens: billed(512) }, confidence: 'certain' },
  // ollama-cloud-both: `think: false`, and a thought without a count.
  {
    requested: 'effort none',
    step: { effort: 'none', thought: 'The user says OK.', tokens: billed(null) },
    confidence: 'likely',
  },
  { requested: 'effort minimal', step: { effort: 'minimal', tokens: billed(512) }, confidence: 'likely' },
  { requested: 'effort disabled', step: { effort: 'disabled', tokens: billed(9) }, confidence: 'certain' },
  { requested: 'budget of 1024 tokens', step: { budgetTokens: 1_024, tokens: billed(2_000) }, confidence: 'likely' },
  { requested: 'effort HIGH', step: { effort: 'HIGH', tokens: billed(0) }, confidence: 'likely' },
])('the request was ignored: $step', ({ requested, step, confidence }) => {
  const [finding] = effortIgnored.find(runOf(step));
  expect(finding).toMatchObject({ step: 0, confidence, tokens: step.tokens.thinking });
  expect(finding && valueOf(finding, 'requested')).toBe(requested);
});

test.each([
  { effort: 'none', tokens: billed(0) },
  { effort: 'low', tokens: billed(512) },
  { effort: 'high', tokens: billed(512) },
  { effort: 'high', hidden: ['encrypted'], tokens: billed(0) },
  { budgetTokens: 1_024, tokens: billed(0) },
  { budgetTokens: 1_024, tokens: billed(1_100) },
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
