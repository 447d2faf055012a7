import { expect, it } from 'vitest';
import { endOrNever, lastReported, tookOf } from './took.ts';

const trace = (milliseconds: number, open: number) =>
  tookOf({ startedAt: new Date(1000), endedAt: new Date(1000 + milliseconds), open });

it('knows how long a trace took when all of its spans have an end, and else how long at least', () => {
  expect(trace(41_200, 0)).toEqual({ milliseconds: 41_200, atLeast: false });
  expect(trace(41_200, 2)).toEqual({ milliseconds: 41_200, atLeast: true });
});

it('distinguishes no time from an unknown time', () => {
  expect(trace(0, 0)).toEqual({ milliseconds: 0, atLeast: false });
  expect(trace(0, 1)).toMatchObject({ milliseconds: null });
});

it('lets a span without an end go on, and knows of it only that it began', () => {
  const open = { start: 5, duration: null };
  expect([lastReported(open), endOrNever(open)]).toEqual([5, Infinity]);
  const ended = { start: 5, duration: 3 };
  expect([lastReported(ended), endOrNever(ended)]).toEqual([8, 8]);
});
