// Traces of 30,000 steps, in shapes where the cost of a step could grow with the steps before it. Each takes seconds at
// most; quadratic code would take minutes and exceed the time limit.
import { expect, it } from 'vitest';
import type { CallRow, SpanRow } from '../skeleton/skeleton.ts';
import { buildSteps } from './build-steps.ts';
import { call, span } from './testing-rows.ts';

const STEPS = 30_000;
const LIMIT_MS = 20_000;

interface Shape {
  callId: (step: number) => number | null;
  /** The parent of response number `step`. */
  parent: (step: number) => string;
  argumentsKey?: (step: number) => number;
}

const response = (step: number) => `g${String(step).padStart(6, '0')}`;
const tool = (step: number) => `t${String(step).padStart(6, '0')}`;

function run({ callId, parent, argumentsKey = () => 0 }: Shape) {
  const spans: SpanRow[] = [span('root', { kind: 'agent', duration: STEPS * 10 })];
  const calls: CallRow[] = [];
  for (let step = 0; step < STEPS; step++) {
    const told = { callId: callId(step), argumentsKey: argumentsKey(step) };
    const start = step * 10;
    spans.push(span(response(step), { parentId: step === 0 ? 'root' : parent(step), start, duration: 5 }));
    spans.push(span(tool(step), { parentId: response(step), kind: 'tool', start: start + 5, duration: 4 }));
    calls.push(call(response(step), 0, { ...told, start }));
    calls.push(call(tool(step), 0, { ...told, describedBy: 'execution', start: start + 5, status: 'ok' }));
    if (told.callId === null) continue;
    calls.push(
      call(response(step + 1), 1, {
        ...told,
        describedBy: 'history',
        start: start + 10,
        status: 'ok',
        argumentsKey: null,
      }),
    );
  }
  return buildSteps({ spans, calls });
}

const flat = () => 'root';
it.each<[string, Shape]>([
  ['reuses one call id in every response', { callId: () => 0, parent: flat }],
  ['names no call by an id', { callId: () => null, parent: flat, argumentsKey: (step) => step }],
  ['has every response inside the one before', { callId: (step) => step, parent: (step) => response(step - 1) }],
  ['has every response below the tool before', { callId: (step) => step, parent: (step) => tool(step - 1) }],
])('a long trace that %s is built in the order of its length', { timeout: LIMIT_MS }, (_, shape) => {
  const { steps } = run(shape);
  expect(steps).toHaveLength(STEPS);
  expect(steps.every(({ calls: [own] }, step) => own?.execution?.spanId === tool(step))).toBe(true);
});
