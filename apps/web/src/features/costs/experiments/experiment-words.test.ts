import { describe, expect, it } from 'vitest';
import { answersWords, dollars, measuredWords, progressOf, type ShownStep } from './experiment-words.ts';

const answer = (more: Partial<ShownStep['answers'][number]>): ShownStep['answers'][number] => ({
  ...{ traceId: 'a', spanId: 'b', arm: 0, repeat: 1, state: 'answered', cost: 1, outputTokens: 1, reasoningTokens: 1 },
  ...{ latencyMs: 1, isSameCall: true, argumentsMatch: 'exact', unsourced: 0, recordedUnsourced: 0, reason: null },
  ...more,
});

describe('the answers of a step', () => {
  it.each([
    [[], 'not asked yet'],
    [[answer({}), answer({})], 'same call'],
    [[answer({}), answer({ isSameCall: false, argumentsMatch: null })], 'same call in 1 of 2'],
    [[answer({ isSameCall: false, argumentsMatch: null })], 'another call'],
    [[answer({ argumentsMatch: 'different' }), answer({})], 'same call, other arguments in 1'],
    [[answer({ state: 'left_out', isSameCall: null })], 'left out'],
  ])('%# are said in a few words', (answers, words) => expect(answersWords(answers)).toBe(words));
});

it('counts what has ended, of all', () => {
  const answers = { waiting: 3, asked: 2, answered: 4, failed: 1, lost: 1, left_out: 1 };
  expect(progressOf({ answers })).toEqual({ ended: 7, all: 12 });
});

it('shows an interval, and never an unknown figure as a number', () => {
  expect(measuredWords({ value: 0.94, low: 0.9, high: 0.96 })).toBe('94 % (90 % to 96 %)');
  expect(measuredWords({ value: 0.5, low: 0, high: null })).toContain('unbounded');
  expect(measuredWords(null)).toBe('not known');
  expect([dollars(0.0012), dollars(12.3)]).toEqual(['$0.0012', '$12.30']);
});
