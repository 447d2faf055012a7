/**
 * The rows of a trace in PostgreSQL are those of `settle`, for any order, partition and repetition of its spans, and
 * when batches with them are written at the same time.
 */
import fc from 'fast-check';
import { settle, type StorableSpan } from '@subtext/trace';
import { reportedTraces } from '@subtext/trace/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSums } from '../maintain/recount.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { newProject } from '../testing/new-project.ts';
import { createWriteBatch } from './write-batch.ts';
import { settledValues } from './span-values.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const arrivals = reportedTraces('').chain((spans) =>
  fc.record({
    spans: fc.constant(spans),
    order: fc.shuffledSubarray([...spans, ...spans.slice(0, 2)], { minLength: spans.length }),
    size: fc.integer({ min: 1, max: 4 }),
  }),
);

async function rowsAfter(batches: readonly (readonly StorableSpan[])[], isConcurrent: boolean) {
  const projectId = await newProject(database.sql);
  const write = createWriteBatch(database.sql);
  const writes = batches.map((batch) => () => write(batch.map((span) => ({ ...span, projectId }))));
  if (isConcurrent) await Promise.all(writes.map((start) => start()));
  else for (const start of writes) await start();
  expect(await checkSums(database.sql, projectId)).toEqual([]);
  return storedRows(projectId);
}

async function storedRows(projectId: string) {
  const spans = await database.sql`
    SELECT to_jsonb(spans) - ARRAY['project_id', 'day', 'price_id'] AS row FROM spans
    WHERE project_id = ${projectId} ORDER BY span_id`;
  const calls = await database.sql`
    SELECT to_jsonb(calls) - ARRAY['project_id', 'day'] AS row, texts.thoughts, texts.preamble, texts.arguments, texts.result
    FROM tool_calls AS calls LEFT JOIN tool_call_texts AS texts USING (project_id, day, trace_id, span_id, call_index)
    WHERE project_id = ${projectId} ORDER BY span_id, call_index`;
  const [trace] = await database.sql`
    SELECT to_jsonb(traces) - ARRAY['project_id', 'day', 'updated_at'] AS row FROM traces WHERE project_id = ${projectId}`;
  return { spans: [...spans], calls: [...calls], trace };
}

const inBatches = <Item>(items: readonly Item[], size: number): Item[][] =>
  items.flatMap((_, index) => (index % size === 0 ? [items.slice(index, index + size)] : []));

/** Every span is stored, so that a batch of the last ones cannot hide a missing one. */
const withAll = (spans: readonly StorableSpan[], order: readonly StorableSpan[]): StorableSpan[] => [
  ...order,
  ...spans.filter((span) => !order.includes(span)),
];

describe('the stored rows of a trace', { timeout: 120_000 }, () => {
  test.each([
    ['one after the other', false],
    ['at the same time', true],
  ])('are the same for any order, partition and repetition, in batches %s', async (_, isConcurrent) => {
    await fc.assert(
      fc.asyncProperty(arrivals, async ({ spans, order, size }) => {
        const whole = await rowsAfter([spans], false);
        const batches = inBatches(withAll(spans, order), size);
        expect(await rowsAfter(batches, isConcurrent)).toEqual(whole);
      }),
      { numRuns: 100 },
    );
  });

  test('are those that settling the spans gives', async () => {
    await fc.assert(
      fc.asyncProperty(reportedTraces(''), async (spans) => {
        const { spans: stored } = await rowsAfter(
          spans.map((span) => [span]),
          false,
        );
        const settled = settle(spans).toSorted((one, other) => (one.span.spanId < other.span.spanId ? -1 : 1));
        expect(stored.map(({ row }) => decidedIn(row as Record<string, unknown>))).toEqual(
          settled.map((row) => {
            const { duplicateOf, describedIn, usageSource, ownCalls, logRecord } = settledValues(row);
            const { thinkingState, totalCost, outputPreview } = row.span;
            return [hex(duplicateOf), hex(describedIn), usageSource, ownCalls, logRecord].concat([
              ...[thinkingState, totalCost as never, outputPreview],
            ]);
          }),
        );
      }),
      { numRuns: 100 },
    );
  });
});

const hex = (digits: string | null): string | null => digits && `\\x${digits}`;
const decidedIn = (row: Record<string, unknown>): unknown[] =>
  [
    'duplicate_of',
    'described_in',
    'usage_source',
    'own_calls',
    'log_record',
    'thinking_state',
    'total_cost',
    'output_preview',
  ].map((column) => row[column]);
