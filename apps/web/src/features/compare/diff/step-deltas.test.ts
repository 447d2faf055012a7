import { expect, it } from 'vitest';
import { buildSteps } from '../../../lib/steps/build-steps.ts';
import { call, span } from '../../../lib/steps/testing-rows.ts';
import { stepDeltas } from './step-deltas.ts';

type Fields = Parameters<typeof span>[1];

/** A response of one second, and the tool that it requested. */
function stepOf(fields: Fields, run: { duration: number | null; failed?: boolean }) {
  const { duration, failed = false } = run;
  return buildSteps({
    spans: [span('g', { status: 'ok', ...fields }), span('t', { kind: 'tool', state: null, start: 1000 })],
    calls: [
      call('g', 0, { callId: 1 }),
      call('t', 0, {
        ...{ callId: 1, describedBy: 'execution', start: 1000, duration, status: failed ? 'error' : 'ok' },
      }),
    ],
  }).steps[0]!;
}
const shown = (a: ReturnType<typeof stepOf>, b: ReturnType<typeof stepOf>) =>
  stepDeltas(a, b).map(({ name, change }) => `${name} ${change}`);

it('says how much more or less B cost, took, thought and hid, from the model call to the end of its tools', () => {
  const a = stepOf({ cost: 1000, reasoningTokens: 600, hiddenCost: 0 }, { duration: 200 });
  const b = stepOf({ cost: 1500, reasoningTokens: 400, hiddenCost: 300 }, { duration: 700, failed: true });
  expect(shown(a, b)).toEqual(['cost 500', 'time 500', 'thinking -200', 'hidden 300', 'errors 1']);
  expect(shown(a, a)).toEqual([]);
});

it('leaves out what only one side reports', () => {
  const a = stepOf({ cost: 1000 }, { duration: 200 });
  const b = stepOf({ cost: null, reasoningTokens: null, hiddenCost: null, reasoningCost: null }, { duration: null });
  expect(shown(a, b)).toEqual([]);
});
