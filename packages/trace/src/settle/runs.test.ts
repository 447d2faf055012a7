import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reportsUsage, usageSources, type RunSpan } from './runs.ts';
import type { SpanKind } from '@subtext/reasoning';

type Tree = Partial<RunSpan> & { children?: Tree[] };

/** Ids are positions in the tree: `1`, `1.2`. */
function spansOf(trees: readonly Tree[], parentSpanId: string | null = null): RunSpan[] {
  return trees.flatMap(({ children = [], ...fields }, index) => {
    const spanId = [parentSpanId, index + 1].filter((part) => part !== null).join('.');
    const span = { spanId, parentSpanId, kind: 'span' as SpanKind, reportsUsage: false, duplicateOf: null, ...fields };
    return [span, ...spansOf(children, span.spanId)];
  });
}

const sourcesOf = (...trees: Tree[]) => Object.fromEntries(usageSources(spansOf(trees)));
const run = (...children: Tree[]): Tree => ({ kind: 'agent', reportsUsage: true, children });
const chain = (...children: Tree[]): Tree => ({ kind: 'chain', reportsUsage: true, children });
const silent = (...children: Tree[]): Tree => ({ kind: 'agent', children });
const tool = (...children: Tree[]): Tree => ({ kind: 'tool', children });
const call = (...children: Tree[]): Tree => ({ kind: 'generation', reportsUsage: true, children });
const bareCall: Tree = { kind: 'generation' };

describe('the usage of a run', () => {
  test('counts instead of the calls below when none of them reports usage', () => {
    expect(sourcesOf(run(bareCall, tool(bareCall)))).toEqual({ 1: 'run', '1.1': 'run_above', '1.2.1': 'run_above' });
    expect(sourcesOf(run())).toEqual({ 1: 'run' });
  });

  test('does not count when a call or an embedding at any depth below reports usage', () => {
    expect(sourcesOf(run(tool({ children: [call()] }), bareCall))).toEqual({});
    expect(sourcesOf(run({ kind: 'embedding', reportsUsage: true }))).toEqual({});
  });

  test('counts for the outermost run that reports any', () => {
    expect(sourcesOf(silent(chain(run(bareCall), run())))).toEqual({ '1.1': 'run', '1.1.1.1': 'run_above' });
  });

  test('counts in branches without a reporting call when another branch has one', () => {
    expect(sourcesOf(run(run(call()), run(bareCall), bareCall))).toEqual({ '1.2': 'run', '1.2.1': 'run_above' });
  });

  test('is not taken from a tool, a plain span, or a call', () => {
    for (const kind of ['tool', 'span', 'retriever'] as const)
      expect(sourcesOf({ kind, reportsUsage: true })).toEqual({});
    expect(sourcesOf(call(), bareCall)).toEqual({});
  });

  test('does not count when the run is part of a call that counts; an agent that runs as a tool is not part of it', () => {
    expect(sourcesOf(call(chain(chain())))).toEqual({});
    expect(sourcesOf(call({ kind: 'span', children: [run()] }))).toEqual({});
    expect(sourcesOf(call(tool(run(bareCall))))).toEqual({ '1.1.1': 'run', '1.1.1.1': 'run_above' });
    expect(sourcesOf({ kind: 'generation', children: [chain()] })).toEqual({ '1.1': 'run' });
  });

  test('does not count when a duplicate below belongs to a reporting call elsewhere, and counts when that call reports none', () => {
    const copy = { kind: 'generation', reportsUsage: true, duplicateOf: '2' } as const;
    expect(sourcesOf(run(copy), call())).toEqual({});
    expect(sourcesOf(run(copy), bareCall)).toEqual({ 1: 'run', '1.1': 'run_above' });
    // Two spans that are duplicates of each other count nowhere. This is an error in the data and only must not loop.
    expect(sourcesOf(run({ ...copy, duplicateOf: '1.1' }))).toEqual({});
  });

  test('counts when its parent never arrived, and not when spans are their own ancestors', () => {
    expect(sourcesOf({ ...run(), parentSpanId: 'lost' })).toEqual({ 1: 'run' });
    expect(sourcesOf({ ...run(), parentSpanId: '1' })).toEqual({});
  });
});

test('input with output tokens are usage; one of them alone, and two zeros, are not', () => {
  expect(reportsUsage({ inputTokens: 1, outputTokens: 0 })).toBe(true);
  expect(reportsUsage({ inputTokens: 1, outputTokens: null })).toBe(false);
  expect(reportsUsage({ inputTokens: null, outputTokens: 1 })).toBe(false);
  expect(reportsUsage({ inputTokens: 0, outputTokens: 0 })).toBe(false);
});

const ids = ['1', '2', '3', '4', '5', '6', '7', '8'];
const trees = fc.uniqueArray(
  fc.record({
    spanId: fc.constantFrom(...ids),
    parentSpanId: fc.option(fc.constantFrom(...ids, 'lost'), { nil: null }),
    kind: fc.constantFrom<SpanKind>('generation', 'embedding', 'agent', 'chain', 'tool', 'span'),
    reportsUsage: fc.boolean(),
    duplicateOf: fc.constant(null),
  }),
  { selector: ({ spanId }) => spanId, maxLength: 8 },
);

/** Returns undefined for spans that are their own ancestors. */
function ancestorsOf(span: RunSpan, spans: readonly RunSpan[]): RunSpan[] | undefined {
  const above: RunSpan[] = [];
  for (let parent = span.parentSpanId; parent !== null; parent = above.at(-1)!.parentSpanId) {
    const found = spans.find(({ spanId }) => spanId === parent);
    if (!found) break;
    if (above.length > spans.length) return undefined;
    above.push(found);
  }
  return above;
}

describe('for any tree', () => {
  test('the order of its spans makes no difference', () => {
    const shuffled = trees.chain((spans) =>
      fc.tuple(fc.constant(spans), fc.shuffledSubarray(spans, { minLength: spans.length })),
    );
    fc.assert(
      fc.property(shuffled, ([spans, order]) => {
        expect(Object.fromEntries(usageSources(order))).toEqual(Object.fromEntries(usageSources(spans)));
      }),
    );
  });

  test('usage is counted once: for a call and the spans above it, at most one counts', () => {
    fc.assert(
      fc.property(trees, (spans) => {
        const sources = usageSources(spans);
        for (const span of spans) {
          const above = ancestorsOf(span, spans);
          if (above === undefined) expect(sources.get(span.spanId)).toBeUndefined();
          const line = [span, ...(above ?? [])];
          const runs = line.filter(({ spanId }) => sources.get(spanId) === 'run');
          expect(runs.length).toBeLessThanOrEqual(1);
          const counts = span.kind === 'generation' && span.reportsUsage && sources.get(span.spanId) === undefined;
          if (counts) expect(runs).toEqual([]);
          if (sources.get(span.spanId) === 'run_above') expect([runs.length, span.reportsUsage]).toEqual([1, false]);
        }
      }),
    );
  });

  test('when no run counts among some of the spans, none of these counts among all', () => {
    const some = trees.chain((spans) => fc.tuple(fc.constant(spans), fc.subarray([...spans])));
    fc.assert(
      fc.property(some, ([spans, part]) => {
        const [among, all] = [usageSources(part), usageSources(spans)];
        if (among.size > 0) return;
        for (const { spanId } of part) expect(all.get(spanId)).not.toBe('run');
      }),
    );
  });
});
