import { expect, it } from 'vitest';
import { beginsStep, type StepCall } from './steps.ts';

const call = (fields: Partial<StepCall> = {}): StepCall => ({
  type: 'function',
  id: null,
  thinkingState: 'unreported',
  thoughtCount: 0,
  reasoningTokens: null,
  reasoningRef: null,
  ...fields,
});
/** How many calls each step has. */
function steps(calls: StepCall[]): number[] {
  const starts = calls.flatMap((one, index) => (beginsStep(one, calls[index - 1]) ? [index] : []));
  return starts.map((start, index) => (starts[index + 1] ?? calls.length) - start);
}

it('counts parallel calls of one thought as one step, and a call with its own thought as the next', () => {
  const owner = call({ id: 'a', thinkingState: 'readable', thoughtCount: 1, reasoningTokens: 9 });
  const sharer = call({ thinkingState: 'shared', reasoningRef: 'a' });
  expect(steps([owner, sharer, sharer, owner, sharer])).toEqual([3, 2]);
  expect(steps([call(), call(), call()])).toEqual([3]);
  expect(steps([])).toEqual([]);
});

it('begins a step where calls share the thought of another call than the one before', () => {
  const sharer = (reasoningRef: string | null) => call({ thinkingState: 'shared', reasoningRef });
  expect(steps([sharer('a'), sharer('a'), sharer('b'), sharer('a')])).toEqual([2, 1, 1]);
  expect(steps([call({ id: 'c', thoughtCount: 1 }), sharer('a'), sharer('c')])).toEqual([1, 1, 1]);
  // A call without a provider's id cannot be referred to: what follows in the response follows from it.
  expect(steps([call({ thoughtCount: 1 }), sharer(null), sharer('a')])).toEqual([2, 1]);
});

it('begins a step with a hidden thought, not with the calls that merely follow it', () => {
  const owner = call({ thinkingState: 'encrypted', reasoningTokens: 640 });
  const follower = call({ thinkingState: 'encrypted' });
  expect(steps([owner, follower, owner, follower])).toEqual([2, 2]);
});

it('counts an answer, and what was said after the calls', () => {
  expect(steps([call({ type: 'answer' })])).toEqual([1]);
  expect(steps([call({ thoughtCount: 1 }), call({ type: 'trailing' })])).toEqual([1, 1]);
});
