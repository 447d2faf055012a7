import { expect, it } from 'vitest';
import { summarize, type MeasuredAnswer } from '@subtext/evidence';
import { verdictOf } from './verdict.ts';

/** `steps` steps, of which `others` get another call, for a share of the cost. */
function verdictAt({ steps = 100, others = 0, cost = 50, baselineOthers = 0 }) {
  const answers = [baselineOthers, others].flatMap((wrong, arm) =>
    Array.from({ length: steps }, (_, step): MeasuredAnswer => ({
      ...{ step: String(step), arm, state: 'answered', isSameCall: true },
      ...{ argumentsMatch: step < wrong ? 'different' : 'exact', cost: arm === 0 ? 100 : cost },
      ...{ outputTokens: 1, reasoningTokens: 1, latencyMs: 1, unsourced: 0, recordedUnsourced: 0 },
    })),
  );
  const [baseline, variant] = summarize({ steps: [], answers, arms: 2, baseline: 0 });
  return verdictOf(variant!, baseline);
}

it.each([
  ['the same calls for half of the cost', {}, 'enough'],
  ['the same calls, at the same cost', { cost: 100 }, 'unclear'],
  ['too few steps', { steps: 10 }, 'unclear'],
  ['other arguments half of the time', { others: 50 }, 'not_enough'],
  ['as many other arguments as the recorded setting, asked again', { others: 30, baselineOthers: 40 }, 'enough'],
  ['a few other arguments', { others: 8 }, 'unclear'],
] as const)('%s: %o is %s', (_, planted, verdict) => {
  expect(verdictAt(planted)).toBe(verdict);
});

it('says nothing without an answer', () => {
  const [none] = summarize({ steps: [], answers: [], arms: 1, baseline: undefined });
  expect(verdictOf(none!, undefined)).toBeUndefined();
});
