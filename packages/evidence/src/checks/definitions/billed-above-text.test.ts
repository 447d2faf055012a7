import { expect, test } from 'vitest';
import { runOf, valueOf } from '../testing/runs.ts';
import { billedAboveText } from './billed-above-text.ts';

const SENTENCE = 'The order was delivered late, so it can be refunded. ';
const billed = (thinking: number, text: string) => runOf({ thought: text, tokens: tokens(thinking) });
const tokens = (thinking: number | null) => ({
  ...{ input: 1_000, cacheRead: 0, cacheWrite: 0, output: 5_000, thinking },
});

test('a bill of far more thinking than its verbatim text has is unusual, with both counts', () => {
  const [finding, ...others] = billedAboveText.find(billed(3_000, SENTENCE.repeat(10)));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ step: 0, call: null, confidence: 'likely', tokens: 3_000, dollars: 0.03 });
  expect(finding && valueOf(finding, 'bytes of text')).toBe(530);
  expect(finding && valueOf(finding, 'bytes per token')).toBe(0.18);
});

test.each([
  { why: 'as much text as usual', thinking: 1_200, text: SENTENCE.repeat(100) },
  { why: 'digits, which have few bytes per token', thinking: 1_000, text: '8812 3391 '.repeat(200) },
  { why: 'another script, whose characters have several bytes', thinking: 900, text: '订单已经送达。'.repeat(100) },
  { why: 'few tokens, some of which mark the start and the end', thinking: 199, text: 'Refund it.' },
  { why: 'more text than the bill', thinking: 300, text: SENTENCE.repeat(1_000) },
])('nothing is unusual about $why', ({ thinking, text }) => {
  expect(billedAboveText.find(billed(thinking, text))).toEqual([]);
  expect(billedAboveText.notChecked(billed(thinking, text))).toEqual([]);
});

test.each([
  {
    reason: 'thinking_summarized',
    step: { thoughts: [{ text: 'Weighs the refund.', callsBefore: 0, isSummary: true }], tokens: tokens(3_000) },
  },
  {
    reason: 'thinking_encrypted',
    step: { thought: 'A start.', hidden: ['encrypted' as const], tokens: tokens(3_000) },
  },
  { reason: 'thinking_withheld', step: { tokens: tokens(3_000) } },
  { reason: 'thinking_cut', step: { thought: 'The order was…', tokens: tokens(3_000) } },
  { reason: 'thinking_tokens_not_reported', step: { thought: 'Refund it.', tokens: tokens(null) } },
])('a step is not checked: $reason', ({ reason, step }) => {
  const run = runOf(step);
  expect(billedAboveText.find(run)).toEqual([]);
  expect(billedAboveText.notChecked(run)).toContainEqual({ check: 'billed-above-text', step: 0, call: null, reason });
});
