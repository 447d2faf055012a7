import { expect, it } from 'vitest';
import { pageOf } from './MessagesView.tsx';
import { call, span, timeline } from '../testing/timelines.ts';

const many = (count: number) =>
  timeline({
    spans: Array.from({ length: count }, (_, at) => span(`s${at}`, { start: at })),
    calls: Array.from({ length: count }, (_, at) => call(`s${at}`, 0, { start: at })),
  }).steps;

it('puts every step on one page, of 200 at most', () => {
  const steps = many(401);
  const pages = [0, 200, 400].map((at) => pageOf(steps, steps[at]));
  expect(pages.map(({ index, count }) => [index, count])).toEqual([0, 1, 2].map((index) => [index, 3]));
  expect(pages.flatMap((page) => page.steps)).toEqual(steps);
});

it('opens on the page of the step that was asked for, and on the first without one', () => {
  const steps = many(401);
  expect(pageOf(steps, steps[199]).index).toBe(0);
  expect(pageOf(steps, steps[200]).steps[0]?.number).toBe(201);
  expect(pageOf(steps, undefined).index).toBe(0);
  expect(pageOf([], undefined)).toEqual({ index: 0, count: 1, steps: [] });
});
