import { expect, it } from 'vitest';
import { call, span, timeline } from '../testing/timelines.ts';
import { timeAxis } from '../time/time-axis.ts';
import { isCritical } from './TimeBar.tsx';

/** The second of two tools at the same time ends later. */
const SPANS = [
  span('ask', { start: 0, duration: 200 }),
  span('short', { kind: 'tool', parentId: 'ask', start: 200, duration: 50 }),
  span('long', { kind: 'tool', parentId: 'ask', start: 200, duration: 400 }),
  span('answer', { start: 600, duration: 400 }),
];
const run = (id: string, callId: number, duration: number) =>
  call(id, 0, { describedBy: 'execution', callId, start: 200, duration, status: 'ok' });
const CALLS = [
  call('ask', 0, { callId: 1 }),
  call('ask', 1, { callId: 2 }),
  ...[run('short', 1, 50), run('long', 2, 400)],
  call('answer', 0, { type: 'answer', start: 600 }),
];

it('has the scale, the bars and the critical path of the spans', () => {
  const axis = timeAxis(SPANS)!;
  expect([axis.tree.from, axis.tree.to]).toEqual([0, 1000]);
  expect(axis.barOf({ start: 600, duration: 400 })).toEqual({ left: 0.6, width: 0.4 });
  expect(axis.critical.has('short')).toBe(false);
  expect(timeline({ spans: SPANS, calls: CALLS }).steps.map((step) => isCritical(step, axis))).toEqual([true, true]);
  const off = { ...axis, critical: new Set(['answer']) };
  expect(timeline({ spans: SPANS, calls: CALLS }).steps.map((step) => isCritical(step, off))).toEqual([false, true]);
});

it('is there once spans are', () => expect(timeAxis([])).toBeNull());
