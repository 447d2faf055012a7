import { expect, it } from 'vitest';
import { beginsStep, type StepCall } from './steps.ts';

const call = (fields: Partial<StepCall> = {}): StepCall => ({
  type: 'function',
  thinkingState: 'unreported',
  thoughtCount: 0,
  reasoningTokens: null,
  ...fields,
});
const steps = (calls: StepCall[]) => calls.filter((one, index) => beginsStep(one, index === 0)).length;

it('counts parallel calls of one thought as one step, and a call with its own thought as the next', () => {
  const owner = call({ thinkingState: 'readable', thoughtCount: 1, reasoningTokens: 9 });
  const sharer = call({ thinkingState: 'shared' });
  expect(steps([owner, sharer, sharer, owner, sharer])).toBe(2);
  expect(steps([call(), call(), call()])).toBe(1);
  expect(steps([])).toBe(0);
});

it('begins a step with a hidden thought, not with the calls that merely follow it', () => {
  const owner = call({ thinkingState: 'encrypted', reasoningTokens: 640 });
  const follower = call({ thinkingState: 'encrypted' });
  expect(steps([owner, follower, owner, follower])).toBe(2);
});

it('counts an answer, and what was said after the calls', () => {
  expect(steps([call({ type: 'answer' })])).toBe(1);
  expect(steps([call({ thoughtCount: 1 }), call({ type: 'trailing' })])).toBe(2);
});
