import { describe, expect, test } from 'vitest';
import { runOf, valueOf } from '../testing/runs.ts';
import { costOfRemembering } from './cost-of-remembering.ts';

const tokens = (
  thinking: number | null,
  fields: { input?: number; cacheRead?: number | null; cacheWrite?: number } = {},
) => ({
  ...{ input: 10_000, cacheRead: 0, cacheWrite: 0, output: 5_000, thinking },
  ...fields,
});
const carries = (isRequired: boolean | null, ...steps: number[]) => steps.map((step) => ({ step, isRequired }));

describe('the cost of remembering a thought', () => {
  test('adds up over every later step that carried it', () => {
    const run = runOf(
      { tokens: tokens(2_000) },
      { carried: carries(false, 0), tokens: tokens(0) },
      { carried: carries(false, 0), tokens: tokens(0) },
      { carried: [], tokens: tokens(0) },
    );
    const [finding, ...others] = costOfRemembering.find(run);
    expect(others).toEqual([]);
    // 2 × 2,000 tokens at $1 a million
    expect(finding).toMatchObject({ step: 0, call: null, confidence: 'certain', tokens: 4_000, dollars: 0.004 });
    expect(finding?.evidence.filter(({ kind }) => kind === 'reference')).toMatchObject([{ step: 1 }, { step: 2 }]);
    expect(finding && valueOf(finding, 'saved tokens if left out')).toBe(4_000);
    expect(finding && valueOf(finding, 'saved dollars if left out')).toBe(0.004);
  });

  test('is at the average price of the later input, which makes the dollars likely', () => {
    const later = tokens(0, { cacheRead: 8_000, cacheWrite: 1_000 });
    const [finding] = costOfRemembering.find(
      runOf({ tokens: tokens(1_000_000) }, { carried: carries(false, 0), tokens: later }),
    );
    // 0.8 × $0.10 + 0.1 × $1.25 + 0.1 × $1
    expect(finding?.dollars).toBeCloseTo(0.305, 10);
    expect(finding?.confidence).toBe('likely');
  });

  test('could not have been saved where the provider requires the thought', () => {
    const run = runOf(
      { tokens: tokens(2_000) },
      { carried: carries(true, 0), tokens: tokens(0) },
      { carried: carries(false, 0), tokens: tokens(0) },
    );
    const [finding] = costOfRemembering.find(run);
    expect(finding?.tokens).toBe(4_000);
    expect(finding && valueOf(finding, 'saved tokens if left out')).toBe(2_000);
    const [unknown] = costOfRemembering.find(runOf({ tokens: tokens(2_000) }, { carried: carries(null, 0) }));
    expect(unknown && valueOf(unknown, 'saved tokens if left out')).toBeNull();
    expect(unknown?.tokens).toBe(2_000);
  });

  test('is unknown without a price or the split of the input', () => {
    const first = { tokens: tokens(2_000) };
    const carried = carries(false, 0);
    expect(costOfRemembering.find(runOf(first, { carried, rates: null }))).toMatchObject([
      { tokens: 2_000, dollars: null },
    ]);
    const unsplit = { carried, tokens: tokens(0, { cacheRead: null }) };
    expect(costOfRemembering.find(runOf(first, unsplit))).toMatchObject([{ tokens: 2_000, dollars: null }]);
  });

  test('is unknown as a whole when a later request is not reported', () => {
    const run = runOf({ tokens: tokens(2_000) }, { carried: carries(false, 0) }, { carried: null });
    expect(costOfRemembering.find(run)).toMatchObject([{ step: 0, tokens: null, dollars: null }]);
    expect(costOfRemembering.notChecked(run)).toMatchObject([
      { step: 0, reason: 'carried_thinking_not_reported' },
      { step: 1, reason: 'carried_thinking_not_reported' },
    ]);
  });
});

test('no thinking, and thinking that is not sent again, cost nothing', () => {
  expect(costOfRemembering.find(runOf({ tokens: tokens(0) }, { carried: carries(false, 0) }))).toEqual([]);
  expect(costOfRemembering.find(runOf({ tokens: tokens(2_000) }, { carried: [] }))).toEqual([]);
});

test('a step that names itself, a later one or one twice carries each once', () => {
  const run = runOf(
    { carried: carries(false, 0, 1, 7), tokens: tokens(10) },
    { carried: carries(false, 0, 0), tokens: tokens(0) },
  );
  expect(costOfRemembering.find(run)).toMatchObject([{ step: 0, tokens: 10 }]);
});
