import { expect, it } from 'vitest';
import { barOf, shownEntries, spanTree } from './span-tree.ts';
import { span } from '../testing/timelines.ts';

const keys = (spans: Parameters<typeof spanTree>[0]) =>
  spanTree(spans).entries.map(({ key, level, position, setSize }) => `${level} ${key} ${position}/${setSize}`);

it('holds every span of every kind in time order below its parent', () => {
  const spans = [
    span('root', { kind: 'agent' }),
    span('late', { parentId: 'root', start: 50, kind: 'span' }),
    span('chat', { parentId: 'root', start: 10 }),
    span('http', { parentId: 'chat', start: 11, kind: 'span' }),
  ];
  expect(keys(spans)).toEqual(['1 root 1/1', '2 chat 1/2', '3 http 1/1', '2 late 2/2']);
});

it('puts what hangs on a span that was not received below a row of its own, where its first span began', () => {
  const spans = [
    span('a', { start: 0 }),
    span('b', { parentId: 'gone', start: 5 }),
    span('c', { start: 9 }),
    span('d', { parentId: 'gone', start: 20 }),
  ];
  expect(keys(spans)).toEqual(['1 a 1/3', '1 missing:gone 2/3', '2 b 1/2', '2 d 2/2', '1 c 3/3']);
});

it('shows spans that claim to be inside one another, each once', () => {
  const spans = [span('a', { parentId: 'b' }), span('b', { parentId: 'a' }), span('c', { parentId: 'c' })];
  expect(keys(spans)).toEqual(['1 a 1/1', '2 b 1/1', '1 c 1/1']);
});

it('leaves out what a closed row holds, at any depth', () => {
  const tree = spanTree([span('a'), span('b', { parentId: 'a' }), span('c', { parentId: 'b' }), span('d')]);
  expect(shownEntries(tree, ({ key }) => key !== 'a')).toEqual([0, 3]);
  expect(shownEntries(tree, ({ key }) => key !== 'b')).toEqual([0, 1, 3]);
});

it('draws a bar from real timestamps only, and never out of the trace', () => {
  const tree = spanTree([span('a', { start: -100, duration: 50 }), span('b', { start: 0, duration: 100 })]);
  expect(barOf(tree, tree.entries[0]!.span!)).toEqual({ left: 0, width: 0.25 });
  expect(barOf(tree, tree.entries[1]!.span!)).toEqual({ left: 0.5, width: 0.5 });
  expect(barOf(spanTree([]), span('none', { duration: 0 }))).toMatchObject({ width: 0 });
});

it('draws a span without an end up to the last moment that is known', () => {
  const spans = [span('a', { start: 0, duration: 50 }), span('b', { start: 60, duration: null })];
  expect(spanTree(spans)).toMatchObject({ from: 0, to: 60 });
  const tree = spanTree([...spans, span('c', { start: 60, duration: 40 })]);
  expect(barOf(tree, spans[1]!)).toEqual({ left: 0.6, width: 0.4 });
});

it('takes 100,000 spans, each inside the one before, without walking them twice', { timeout: 10_000 }, () => {
  const spans = Array.from({ length: 100_000 }, (_, at) => span(`s${at}`, { parentId: at ? `s${at - 1}` : null }));
  expect(spanTree(spans).entries.at(-1)).toMatchObject({ key: 's99999', level: 100_000 });
});
