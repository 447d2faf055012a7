import { expect, it } from 'vitest';
import fc from 'fast-check';
import { criticalPath } from './critical-path.ts';
import { spanTree } from './span-tree.ts';
import { span } from '../testing/timelines.ts';

const pathOf = (spans: Parameters<typeof spanTree>[0]) => [...criticalPath(spanTree(spans))].sort();

const AGENT = span('agent', { start: 0, duration: 1000 });
const within = (id: string, start: number, duration: number | null) => span(id, { parentId: 'agent', start, duration });
const below = (parentId: string, row: ReturnType<typeof span>) => ({ ...row, parentId });

it('is the last of two parallel tools, between the model calls before and after them', () => {
  const spans = [AGENT, within('ask', 0, 200), within('short', 210, 50), within('long', 210, 400)];
  expect(pathOf([...spans, within('answer', 620, 380)])).toEqual(['agent', 'answer', 'ask', 'long']);
});

it('goes down into the spans that made up the time of a span', () => {
  const spans = [
    AGENT,
    within('tool', 0, 1000),
    below('tool', within('query', 100, 800)),
    below('tool', within('log', 150, 10)),
  ];
  expect(pathOf(spans)).toEqual(['agent', 'query', 'tool']);
});

it('ends a span at the latest with the one that it is part of, when clocks differ', () => {
  const spans = [AGENT, within('late', 500, 5000), within('first', 0, 400)];
  expect(pathOf(spans)).toEqual(['agent', 'first', 'late']);
  expect(pathOf([AGENT, within('after', 2000, 100)])).toEqual(['agent']);
});

it('follows what is below a span without an end, and below one that was not received', () => {
  const open = [span('agent', { start: 0, duration: null }), within('ask', 0, 300), within('tool', 310, 200)];
  expect(pathOf(open)).toEqual(['agent', 'ask', 'tool']);
  expect(pathOf([below('gone', within('orphan', 5, 100))])).toEqual(['orphan']);
});

it('never holds two siblings that ran at the same time', () => {
  const times = fc.array(fc.tuple(fc.nat({ max: 900 }), fc.integer({ min: 1, max: 900 })), { maxLength: 12 });
  fc.assert(
    fc.property(times, (children) => {
      const spans = children.map(([start, length], index) => within(`s${index}`, start, length));
      const path = criticalPath(spanTree([AGENT, ...spans]));
      const chosen = spans.filter(({ id }) => path.has(id)).toSorted((a, b) => a.start - b.start);
      chosen.slice(1).forEach(({ start }, index) => {
        const before = chosen[index]!;
        expect(before.start + before.duration!).toBeLessThanOrEqual(start);
      });
      if (children.length > 0) expect(chosen.length).toBeGreaterThan(0);
    }),
  );
});
