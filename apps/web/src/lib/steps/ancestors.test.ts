import { expect, it } from 'vitest';
import { ancestorsOf, familyOf } from './ancestors.ts';
import type { SpanRow } from '../skeleton/skeleton.ts';
import { span } from './testing-rows.ts';

const byId = (spans: SpanRow[]) => new Map(spans.map((one) => [one.id, one]));
const holds = ({ kind }: SpanRow) => (kind === 'agent' ? 'always' : kind === 'tool' ? 'inside' : 'never');

it('finds what a walk from parent to parent finds, at every depth and moment', () => {
  const kinds = ['generation', 'tool', 'tool', 'generation', 'tool', 'agent'];
  const chain = Array.from({ length: 200 }, (_, depth) =>
    span(String(depth), {
      parentId: depth === 0 ? null : String(depth - 1),
      kind: depth % 40 === 5 ? 'agent' : kinds[depth % 5]!,
      start: (depth * 37) % 101,
      duration: depth % 11 === 3 ? null : (depth * 13) % 29,
    }),
  );
  const ancestors = ancestorsOf(familyOf(byId(chain)), null, holds);
  const walked = (depth: number, moment: number) => {
    for (let at = depth - 1; at >= 0; at--) {
      const { kind, start, duration } = chain[at]!;
      if (kind === 'agent' || (kind === 'tool' && start <= moment && moment < start + (duration ?? Infinity)))
        return chain[at]!;
    }
    return null;
  };
  for (let depth = 0; depth < chain.length; depth += 7)
    for (let moment = 0; moment < 130; moment += 3)
      expect(ancestors.above(chain[depth]!, moment)).toBe(walked(depth, moment));
});

it('names the parent that was not received, and takes an implied root for the top', () => {
  const spans = byId([span('a', { parentId: 'gone' }), span('b', { parentId: 'a' })]);
  expect(ancestorsOf(familyOf(spans), null, holds).above(spans.get('b')!, 0)).toEqual({ missing: 'gone' });
  expect(ancestorsOf(familyOf(spans), 'gone', holds).above(spans.get('b')!, 0)).toBeNull();
});

it('comes to an end where spans claim to be inside one another', () => {
  const spans = byId([span('a', { parentId: 'b', kind: 'tool' }), span('b', { parentId: 'a' })]);
  const ancestors = ancestorsOf(familyOf(spans), null, holds);
  expect([...spans.values()].map((one) => ancestors.above(one, 99_999))).toEqual([null, null]);
});
