import { expect, it } from 'vitest';
import { summarize, type MeasuredAnswer } from '@subtext/evidence';
import { resultSentence, shareWords } from './sentence.ts';

const answers = [0, 1].flatMap((arm) =>
  Array.from({ length: 120 }, (_, step) => step).flatMap((step) =>
    [1, 2, 3].map((): MeasuredAnswer => ({
      ...{ step: String(step), arm, state: 'answered', isSameCall: arm === 0 || step >= 7, argumentsMatch: 'exact' },
      ...{ cost: arm === 0 ? 100 : 31, outputTokens: 1, reasoningTokens: 1, latencyMs: 1 },
      ...{ unsourced: 0, recordedUnsourced: 0 },
    })),
  ),
);
const [baseline, summary] = summarize({ steps: [], answers, arms: 2, baseline: 0 });

it('says how often the call is the same, for how much, and how much the model varies by itself', () => {
  expect(resultSentence({ name: 'low', summary: summary!, repeats: 3, baseline })).toBe(
    'at `low` the same call in 94 % ± 6 for 31 % ± 0 of the cost (120 steps × 3); the same setting, asked again: 100 % ± 4',
  );
});

it('says nothing without an answer, and that an unknown cost is unknown', () => {
  const [none] = summarize({ steps: [], answers: [], arms: 1, baseline: undefined });
  expect(resultSentence({ name: 'low', summary: none!, repeats: 3, baseline: undefined })).toBeUndefined();
  const unpriced = { ...summary!, cost: undefined };
  expect(resultSentence({ name: 'low', summary: unpriced, repeats: 3, baseline: undefined })).toContain('not known');
});

it('never says that it is more certain than it is', () => {
  expect(shareWords({ value: 0.5, low: 0.449, high: 0.52 })).toBe('50 % ± 6');
  expect(shareWords({ value: 0.5, low: 0, high: Infinity })).toBe('50 %');
});
