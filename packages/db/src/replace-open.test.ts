import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BLANK_FACTS, BLANK_SPAN } from './blank-records.ts';
import { ensureProject } from './projects.ts';
import { spanPayload } from './queries/span-payload.ts';
import { checkSums } from './recount.ts';
import type { StorableSpan } from './span-record.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { storableSpan, storableSpans } from './testing/storable-spans.ts';
import { stored, storedSpanIds, withoutEmpty } from './testing/stored.ts';
import { createWriteBatch, type WriteBatch } from './write-batch.ts';

let database: TestDatabase;
let write: WriteBatch;
let projects = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  write = createWriteBatch(database.sql);
});
afterAll(() => database.drop());

const newProject = async () => (await ensureProject(database.sql, { slug: `p${(projects += 1)}`, name: 'P' })).id;
const of = (projectId: string, spans: readonly StorableSpan[]) => spans.map((span) => ({ ...span, projectId }));

/** As its sender tells of it while nothing has come of it yet. */
function begun(whole: StorableSpan): StorableSpan {
  const { spanId, parentSpanId, kind, name, startedAt, provider, requestModel, reasoningEffort } = whole.span;
  const known = { spanId, parentSpanId, kind, name, startedAt, provider, requestModel, reasoningEffort };
  // No later than its end, which arbitrary spans may have before their beginning.
  const trace = { ...BLANK_FACTS, endedAt: whole.trace.endedAt };
  return {
    ...whole,
    span: { ...BLANK_SPAN, ...known, agentName: 'starting' },
    calls: [],
    price: null,
    trace,
    body: '{"begun":true}',
  };
}

const whole = storableSpan({
  span: { responseModel: 'gpt-5.2-2026-01-15', inputTokens: 100, outputTokens: 20, inputCost: 5, totalCost: 5 },
  body: '{"begun":false}',
});

const ended = ({ span, ...rest }: StorableSpan): StorableSpan => ({
  ...rest,
  span: { ...span, durationNs: 1_000_000 },
});

/** Spans with their ends, and of some of them that they have begun, in any order. */
const arrivals = storableSpans()
  .map((spans) => spans.map(ended))
  .chain((spans) =>
    fc
      .subarray(spans.filter(({ attachedTo }) => attachedTo === undefined).map(begun))
      .chain((open) => fc.record({ spans: fc.constant(spans), order: shuffled([...spans, ...open]) })),
  );
const shuffled = <Item>(items: Item[]) => fc.shuffledSubarray(items, { minLength: items.length });

test('a span that comes again with its end is what it is at its end, whatever was stored of it before', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async ({ spans, order }) => {
      const [once, oneByOne] = [await newProject(), await newProject()];
      await write(of(once, spans));
      for (const span of order) await write(of(oneByOne, [span]));
      expect(await storedSpanIds(database.sql, oneByOne)).toEqual(await storedSpanIds(database.sql, once));
      const [late, early] = [await stored(database.sql, oneByOne), await stored(database.sql, once)];
      expect(withoutEmpty(late)).toEqual(withoutEmpty(early));
      expect(late.models.filter(({ agent_name: agent }) => agent === 'starting')).toEqual([]);
      expect(await checkSums(database.sql, oneByOne)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('batches at the same time with a span as it began and as it ended store its end', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, fc.array(fc.nat({ max: 12 }), { maxLength: 4 }), async ({ spans, order }, cuts) => {
      const projectId = await newProject();
      const borders = [0, ...cuts.toSorted((left, right) => left - right), order.length];
      const batches = borders.slice(1).map((border, index) => of(projectId, order.slice(borders[index], border)));
      await Promise.all(batches.map(write));
      const [{ open }] = await database.sql<[{ open: number }]>`
        SELECT count(*)::int AS open FROM spans WHERE project_id = ${projectId} AND duration_ns IS NULL`;
      expect(open).toBe(0);
      expect((await storedSpanIds(database.sql, projectId)).length).toBe(spans.length);
      expect(await checkSums(database.sql, projectId)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test('what has an end is replaced by nothing, and what has none by nothing that has none', async () => {
  const projectId = await newProject();
  const later = { ...whole, span: { ...whole.span, inputTokens: 7 } };
  expect(await write(of(projectId, [begun(whole), begun(later)]))).toEqual({ stored: 1 });
  expect(await write(of(projectId, [begun(later)]))).toEqual({ stored: 0 });
  expect(await write(of(projectId, [begun(later), whole]))).toEqual({ stored: 1 });
  expect(await write(of(projectId, [later]))).toEqual({ stored: 0 });
  expect(await write(of(projectId, [begun(later)]))).toEqual({ stored: 0 });
  const { traces, models } = await stored(database.sql, projectId);
  expect(traces).toMatchObject([{ span_count: 1, open_count: 0, input_tokens: 100n, models: ['gpt-5.2-2026-01-15'] }]);
  expect(models).toMatchObject([{ model: 'gpt-5.2-2026-01-15' }]);
});

test('the bytes of a span are those of its end, and those of its neighbours stay', async () => {
  const projectId = await newProject();
  const [one, two] = ['bbbbbbbbbbbbbbbb', 'cccccccccccccccc'].map((spanId) => ({
    ...whole,
    span: { ...whole.span, spanId },
    body: `{"id":"${spanId}"}`,
  }));
  await write(of(projectId, [begun(whole), one!, two!]));
  await write(of(projectId, [whole]));
  const bodyOf = async (spanId: string) =>
    (await spanPayload(database.sql, { projectId, traceId: whole.traceId }, { spanId, offset: 0, length: 1_000 }))
      ?.text;
  const told = await Promise.all([whole, one!, two!].map(({ span }) => bodyOf(span.spanId)));
  expect(told).toEqual([whole.body, one!.body, two!.body]);
});
