import { expect, test } from 'vitest';
import { runOf, valueOf } from '../testing/runs.ts';
import { farAbove } from './far-above.ts';

const search = (thinkingTokens: number | null, isEstimated = false) => ({
  calls: [{ tool: 'search', thinkingTokens, isEstimated }],
});
const usual = (count: number, tokens = 100) => Array.from({ length: count }, () => search(tokens));

test('a call far above the other calls of its tool in the run is found', () => {
  const [finding, ...others] = farAbove.find(runOf(...usual(30), search(5_000)));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ step: 30, call: 0, confidence: 'certain', tokens: 5_000, dollars: 0.05 });
  expect(finding && valueOf(finding, 'median tokens')).toBe(100);
  expect(finding && valueOf(finding, 'calls (this run)')).toBe(31);
});

test('a given distribution takes the place of the run', () => {
  const usualThinking = new Map([['search', { median: 4_000, p95: 9_000, count: 500 }]]);
  expect(farAbove.find({ ...runOf(...usual(30), search(5_000)), usualThinking })).toEqual([]);
  const [finding] = farAbove.find({ ...runOf(search(13_000)), usualThinking });
  expect(finding && valueOf(finding, 'calls (the project)')).toBe(500);
});

test('estimated tokens make it likely, and have no price', () => {
  const run = runOf(...usual(30), search(5_000, true));
  expect(farAbove.find(run)).toMatchObject([{ confidence: 'likely', tokens: 5_000, dollars: null }]);
});

test.each([
  { why: 'below three times the median', median: 300, tokens: 899 },
  { why: 'only some tokens above the median', median: 50, tokens: 249 },
])('a call is not far above when it is $why', ({ median, tokens }) => {
  expect(farAbove.find(runOf(...usual(30, median), search(tokens)))).toEqual([]);
  expect(farAbove.find(runOf(...usual(30, median), search(tokens + 2)))).toHaveLength(1);
});

test('a call is not far above when one in twenty needs as much', () => {
  expect(farAbove.find(runOf(...usual(30), search(5_000), search(5_000)))).toEqual([]);
});

test('fewer than 20 calls with reported thinking are no distribution', () => {
  const run = runOf(...usual(18), search(5_000), search(null));
  expect(farAbove.find(run)).toEqual([]);
  expect(new Set(farAbove.notChecked(run).map(({ reason }) => reason))).toEqual(
    new Set(['distribution_too_small', 'thinking_tokens_not_reported']),
  );
  expect(farAbove.notChecked(runOf(...usual(20)))).toEqual([]);
});
