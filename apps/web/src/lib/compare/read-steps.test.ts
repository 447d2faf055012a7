import { expect, it } from 'vitest';
import { encodeSkeleton } from '../skeleton/skeleton.ts';
import { call, span } from '../steps/testing-rows.ts';
import { readSteps } from './compared-steps.ts';

it('a model call that its provider ran within another one is not compared, because other runs may not report theirs', () => {
  const within = span('b0', { parentId: 'a0', state: null });
  const alone = span('c0', { start: 5000, state: null });
  const steps = readSteps(encodeSkeleton({ spans: [span('a0'), within, alone], calls: [call('a0', 0)] }));
  expect(steps.map((step) => [step.span?.id, step.number])).toEqual([
    ['a0', 1],
    ['c0', 3],
  ]);
});
