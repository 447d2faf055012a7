/** The rows of a trace are a function of its set of spans: the same for any order, partition and repetition. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLANK_FACTS, BLANK_SPAN } from '../rows/blank-records.ts';
import type { SpanRecord, StorableSpan } from '../rows/span-record.ts';
import { reportedTraces } from '../testing/reported-traces.ts';
import { reportedOf } from './reported.ts';
import { settle } from './settle.ts';
import type { SettledSpan } from './settled-span.ts';

const trace = reportedTraces('');
const RUNS = { numRuns: 2_000 };
const sorted = (rows: readonly SettledSpan[]) =>
  rows.toSorted((left, right) => (left.span.spanId < right.span.spanId ? -1 : 1));

/** Settles as the write path does: the stored rows, taken back to what their spans reported, with each new batch. */
function inBatches(batches: readonly (readonly StorableSpan[])[]): SettledSpan[] {
  return batches.reduce<SettledSpan[]>((rows, batch) => settle([...rows.map(reportedOf), ...batch]), []);
}

describe('the rows of a trace', () => {
  test('do not depend on the order of its spans', () => {
    const property = fc.property(shuffled(trace), ([spans, permuted]) => {
      expect(sorted(settle(permuted))).toEqual(sorted(settle(spans)));
    });
    fc.assert(property, RUNS);
  });

  test('do not depend on how often a span arrives', () => {
    const property = fc.property(shuffled(trace), ([spans, repeated]) => {
      expect(sorted(settle([...spans, ...repeated]))).toEqual(sorted(settle(spans)));
    });
    fc.assert(property, RUNS);
  });

  test('do not depend on how the spans are split into batches, also when batches are sent again', () => {
    const cuts = fc.array(fc.nat({ max: 20 }), { maxLength: 4 });
    const property = fc.property(shuffled(trace), cuts, ([spans, permuted], at) => {
      const bounds = [0, ...at.toSorted((left, right) => left - right), permuted.length];
      const batches = bounds.slice(1).map((end, index) => permuted.slice(bounds[index], end));
      const whole = sorted(settle(spans));
      expect(sorted(inBatches(batches))).toEqual(whole);
      expect(sorted(inBatches([...batches, ...batches]))).toEqual(whole);
    });
    fc.assert(property, RUNS);
  });

  test('are the same in every order of few spans, one by one', () => {
    const few = trace.filter(({ length }) => length > 1 && length <= 4);
    const property = fc.property(few, (spans) => {
      const whole = sorted(settle(spans));
      for (const order of orders(spans)) expect(sorted(inBatches(order.map((span) => [span])))).toEqual(whole);
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('show every kind of decision in these traces', () => {
    const seen = new Map<string, number>();
    for (const spans of fc.sample(trace, { numRuns: 2_000, seed: 1 })) {
      const rows = settle(spans);
      const kinds = rows.flatMap(
        ({ span, duplicateOf, describedIn, inputAt, ownCalls, usageSource, logRecordThinking }) => [
          span.kind === 'generation' && duplicateOf !== null && 'copy',
          describedIn !== null && 'thinking of a record',
          inputAt !== null && 'input of a record',
          ownCalls !== null && 'calls that another row describes',
          span.costSource === 'record' && 'cost of a record',
          logRecordThinking?.alone && 'charged record',
          usageSource,
        ],
      );
      for (const kind of kinds) if (kind) seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
    expect([...seen.keys()].sort()).toEqual([
      'calls that another row describes',
      'charged record',
      'copy',
      'cost of a record',
      'input of a record',
      'run',
      'run_above',
      'thinking of a record',
    ]);
    for (const times of seen.values()) expect(times).toBeGreaterThan(20);
  });
});

test('of several costs that log records report for a call, the highest counts', () => {
  const of = (fields: Partial<SpanRecord>, record: Partial<StorableSpan> = {}): StorableSpan => ({
    ...{ projectId: '', traceId: 'a'.repeat(32), trace: BLANK_FACTS, price: null, body: '', calls: [] },
    ...{ span: { ...BLANK_SPAN, responseId: 'resp_1', durationNs: 0, ...fields }, ...record },
  });
  const generation = of({ spanId: '1', kind: 'generation', inputTokens: 10, outputTokens: 5 });
  const costs = [7, 9, 8].map((logRecordCost, second) =>
    of(
      { spanId: `cost ${second}`, startedAt: `2026-11-21T10:00:0${second}.000000Z` },
      { attachedTo: '2', logRecordCost },
    ),
  );
  expect(settle([...costs, generation]).at(-1)!.span).toMatchObject({ totalCost: 9, costSource: 'record' });
});

test('of a framework’s span and ours for one call, ours counts, because it knows the thinking', () => {
  const of = (spanId: string, fields: Partial<SpanRecord>): StorableSpan => ({
    ...{ projectId: '', traceId: 'a'.repeat(32), trace: BLANK_FACTS, price: null, body: '', calls: [] },
    span: { ...BLANK_SPAN, spanId, kind: 'generation', responseId: 'resp_1', durationNs: 0, ...fields },
  });
  const usage = { inputTokens: 10, outputTokens: 5 };
  const framework = of('1', { ...usage, scope: 'framework' });
  const ours = of('2', { ...usage, parentSpanId: '1', scope: '@subtext/sdk', reasoningTokens: 3 });
  const rows = settle([framework, ours]).map(({ span, duplicateOf }) => [span.spanId, duplicateOf]);
  expect(rows).toEqual([
    ['1', '2'],
    ['2', null],
  ]);
});

function shuffled(spans: fc.Arbitrary<StorableSpan[]>): fc.Arbitrary<[StorableSpan[], StorableSpan[]]> {
  return spans.chain((one) =>
    fc.tuple(fc.constant(one), fc.shuffledSubarray(one, { minLength: one.length, maxLength: one.length })),
  );
}

function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((first, index) => orders(items.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}
