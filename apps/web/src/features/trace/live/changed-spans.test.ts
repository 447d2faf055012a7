import { expect, it } from 'vitest';
import { span } from '../../../lib/steps/testing-rows.ts';
import { spansWithNewFigures, changedSpans } from './changed-spans.ts';

const open = (id: string) => span(id, { duration: null });
const NONE = new Map<string, number>();

it('a span has news when its snapshot is another one, when it has an end, and when it is gone', () => {
  const first = changedSpans(NONE, [open('a'), open('b'), open('c'), span('d')], new Map([['a', 1]]));
  expect([...first.changed]).toEqual([]);
  const second = changedSpans(first.tellings, [open('a'), span('b'), span('d')], new Map([['a', 2]]));
  expect([...second.changed]).toEqual(['a', 'b', 'c']);
  expect([...changedSpans(second.tellings, [open('a')], new Map([['a', 2]])).changed]).toEqual([]);
});

it('a page that has not requested snapshots, or has stopped, has no news', () => {
  const first = changedSpans(NONE, [open('a')], new Map([['a', 7]]));
  expect([...changedSpans(first.tellings, [open('a')], NONE).changed]).toEqual([]);
});

it('the figures of a span are others when a cost comes later, and not when nothing did', () => {
  const before = [span('a', { cost: null }), span('b', { cost: 7 })];
  const after = [span('a', { cost: 5 }), span('b', { cost: 7 }), span('c', { cost: 9 })];
  expect([...spansWithNewFigures(before, after)]).toEqual(['a']);
  expect([...spansWithNewFigures([], after)]).toEqual([]);
  expect([...spansWithNewFigures(after, [span('a', { cost: 5, inRun: true })])]).toEqual(['a']);
});
