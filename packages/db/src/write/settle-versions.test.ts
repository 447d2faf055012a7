import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BLANK_FACTS, BLANK_SPAN, type StorableSpan } from '@subtext/trace';
import { spanPayload } from '../read/trace/span-payload.ts';
import { checkSums } from '../maintain/recount.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { newProject } from '../testing/new-project.ts';
import { storableSpan, storableSpans } from '../testing/storable-spans.ts';
import { stored, storedSpanIds, withoutEmpty } from '../testing/stored.ts';
import { createWriteBatch, type WriteBatch } from './write-batch.ts';

let database: TestDatabase;
let write: WriteBatch;

beforeAll(async () => {
  database = await createTestDatabase();
  write = createWriteBatch(database.sql);
});
afterAll(() => database.drop());

const of = (projectId: string, spans: readonly StorableSpan[]) => spans.map((span) => ({ ...span, projectId }));

/** The span as its sender reports it before there is any output. */
function begun(whole: StorableSpan): StorableSpan {
  const { spanId, parentSpanId, kind, name, startedAt, provider, requestModel, reasoningEffort } = whole.span;
  const begin = { spanId, parentSpanId, kind, name, startedAt, provider, requestModel, reasoningEffort };
  // Not later than its end, because arbitrary spans may end before they start.
  const trace = { ...BLANK_FACTS, endedAt: whole.trace.endedAt };
  return {
    ...whole,
    span: { ...BLANK_SPAN, ...begin, agentName: 'starting' },
    calls: [],
    price: null,
    trace,
    body: '{"begun":true}',
  };
}

/** A streamed snapshot of the span: some of its calls and no usage. The last call may be partial. */
function snapshotOf(whole: StorableSpan, snapshot: number, calls = whole.calls.length): StorableSpan {
  const open = begun(whole);
  const reported = whole.calls.slice(0, calls);
  const cut = reported.at(-1);
  const text = `told ${snapshot}`;
  const texts = { thoughts: [text], preamble: null, arguments: null, result: null };
  return {
    ...open,
    span: { ...open.span, snapshot, responseModel: 'gpt-5.2-partial', outputPreview: text },
    calls: cut ? [...reported.slice(0, -1), { ...cut, toolName: `cut_${snapshot}`, texts }] : [],
    body: JSON.stringify({ snapshot }),
  };
}

const whole = storableSpan({
  span: { responseModel: 'gpt-5.2-2026-01-15', inputTokens: 100, outputTokens: 20, inputCost: 5, totalCost: 5 },
  body: '{"begun":false}',
});

const ended = ({ span, ...rest }: StorableSpan): StorableSpan => ({
  ...rest,
  span: { ...span, durationNs: 1_000_000, snapshot: null },
});

/** Spans with their ends and, for some of them, their beginnings, in any order. */
const arrivals = storableSpans()
  .map((spans) => spans.map(ended))
  .chain((spans) =>
    fc
      .subarray(spans.filter(({ attachedTo }) => attachedTo === undefined).map(begun))
      .chain((open) => fc.record({ spans: fc.constant(spans), order: shuffled([...spans, ...open]) })),
  );
const shuffled = <Item>(items: Item[]) => fc.shuffledSubarray(items, { minLength: items.length });

test('a span that arrives again with its end is stored as at its end, even when a beginning was stored before', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async ({ spans, order }) => {
      const [once, oneByOne] = [await newProject(database.sql), await newProject(database.sql)];
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
}, 60_000);

test('concurrent batches with the beginning and the end of a span store its end', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, fc.array(fc.nat({ max: 12 }), { maxLength: 4 }), async ({ spans, order }, cuts) => {
      const projectId = await newProject(database.sql);
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
}, 60_000);

test('a span with an end is never replaced, and one without only by one with an end', async () => {
  const projectId = await newProject(database.sql);
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

test('the payload of a span is that of its end, and those of its neighbors stay', async () => {
  const projectId = await newProject(database.sql);
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
  const reported = await Promise.all([whole, one!, two!].map(({ span }) => bodyOf(span.spanId)));
  expect(reported).toEqual([whole.body, one!.body, two!.body]);
});

interface Arrivals {
  /** The expected stored version of each span: its end or, without one, its last snapshot. */
  last: StorableSpan[];
  order: StorableSpan[];
}

/** Snapshots of some spans, most of them with their ends, in any order, some of them twice. */
const snapshots: fc.Arbitrary<Arrivals> = storableSpans()
  .map((spans) => spans.map(ended))
  .chain((spans) =>
    fc.record({
      spans: fc.constant(spans),
      tales: fc.array(
        fc.record({
          numbers: fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { maxLength: 4 }),
          calls: fc.nat({ max: 3 }),
          isEnded: fc.constantFrom(true, true, false),
        }),
        { minLength: spans.length, maxLength: spans.length },
      ),
    }),
  )
  .map(({ spans, tales }) =>
    spans.map((span, index) => {
      const { numbers, calls, isEnded } = tales[index]!;
      // Other senders without snapshots report duplicates and log records.
      if (isDuplicated(span) || numbers.length === 0) return { last: span, all: [span] };
      const open = numbers.toSorted((left, right) => left - right).map((number) => openAs(span, number, calls));
      return { last: isEnded ? span : open.at(-1)!, all: isEnded ? [...open, span] : open };
    }),
  )
  .chain((stories) => {
    const all = stories.flatMap((story) => story.all);
    return fc
      .subarray(all)
      .chain((again) =>
        fc.record({ last: fc.constant(stories.map((story) => story.last)), order: shuffled([...all, ...again]) }),
      );
  });

const openAs = (span: StorableSpan, number: number, calls: number): StorableSpan =>
  number === 0 ? begun(span) : snapshotOf(span, number, calls);
const isDuplicated = ({ attachedTo, span }: StorableSpan): boolean =>
  attachedTo !== undefined || span.responseId !== null;

/**
 * True when a span and a log record about it both have calls. The first of them describes the calls, so the totals
 * contain the tools that it names.
 */
function haveCallsTwice(spans: readonly StorableSpan[]): boolean {
  const described = new Set(
    spans.flatMap(({ traceId, span, calls }) => (calls.length > 0 ? `${traceId}/${span.spanId}` : [])),
  );
  return spans.some(
    ({ traceId, attachedTo, calls }) => calls.length > 0 && described.has(`${traceId}/${String(attachedTo)}`),
  );
}

/**
 * Reads the rows of these spans, except those that other spans or records also report, because which row describes
 * their calls depends on the order.
 */
async function rowsOf(projectId: string, spans: readonly StorableSpan[]) {
  const { sql } = database;
  const described = new Set(spans.map(({ traceId, attachedTo }) => `${traceId}/${attachedTo}`));
  const plain = spans.filter((span) => !isDuplicated(span) && !described.has(`${span.traceId}/${span.span.spanId}`));
  const ids = plain.map(({ traceId, span }) => `${traceId}/${span.spanId}`);
  const id = sql`encode(trace_id, 'hex') || '/' || encode(span_id, 'hex')`;
  const rows =
    await sql`SELECT ${id} AS id, snapshot, duration_ns, response_model, output_preview, usage_source FROM spans
    WHERE project_id = ${projectId} AND ${id} = ANY (${ids}) ORDER BY 1`;
  const calls = await sql`SELECT ${id} AS id, call_index, tool_name, thoughts
    FROM tool_calls LEFT JOIN tool_call_texts USING (project_id, day, trace_id, span_id, call_index)
    WHERE project_id = ${projectId} AND ${id} = ANY (${ids}) ORDER BY 1, 2`;
  return [...rows, ...calls].map((row) => ({ ...row }));
}

test('the last of many snapshots of a span is stored, as if only that one had arrived', async () => {
  await fc.assert(
    fc.asyncProperty(snapshots, async ({ last, order }) => {
      const [once, oneByOne] = [await newProject(database.sql), await newProject(database.sql)];
      await write(of(once, last));
      for (const span of order) await write(of(oneByOne, [span]));
      expect(await storedSpanIds(database.sql, oneByOne)).toEqual(await storedSpanIds(database.sql, once));
      expect(await rowsOf(oneByOne, last)).toEqual(await rowsOf(once, last));
      const [late, early] = [await stored(database.sql, oneByOne), await stored(database.sql, once)];
      if (!haveCallsTwice(last)) expect(withoutEmpty(late)).toEqual(withoutEmpty(early));
      expect(await checkSums(database.sql, oneByOne)).toEqual([]);
    }),
    { numRuns: 40 },
  );
}, 60_000);

test('concurrent batches with snapshots of the same spans store the last of each', async () => {
  await fc.assert(
    fc.asyncProperty(snapshots, fc.array(fc.nat({ max: 20 }), { maxLength: 5 }), async ({ last, order }, cuts) => {
      const [once, together] = [await newProject(database.sql), await newProject(database.sql)];
      await write(of(once, last));
      const borders = [0, ...cuts.toSorted((left, right) => left - right), order.length];
      const batches = borders.slice(1).map((border, index) => of(together, order.slice(borders[index], border)));
      await Promise.all(batches.map(write));
      expect(await storedSpanIds(database.sql, together)).toEqual(await storedSpanIds(database.sql, once));
      expect(await rowsOf(together, last)).toEqual(await rowsOf(once, last));
      expect(await checkSums(database.sql, together)).toEqual([]);
    }),
    { numRuns: 40 },
  );
}, 60_000);

test('a snapshot replaces only one with a lower number or without a number', async () => {
  const projectId = await newProject(database.sql);
  const snapshotIn = async () =>
    (await database.sql`SELECT snapshot FROM spans WHERE project_id = ${projectId}`).map(
      (row) => row.snapshot as unknown,
    );
  const sumOf = async () =>
    (await database.sql`SELECT open_snapshots::int AS sum FROM traces WHERE project_id = ${projectId}`)[0]!
      .sum as unknown;
  expect(await write(of(projectId, [begun(whole)]))).toEqual({ stored: 1 });
  expect([await snapshotIn(), await sumOf()]).toEqual([[null], 0]);
  expect(await write(of(projectId, [snapshotOf(whole, 2), snapshotOf(whole, 3), snapshotOf(whole, 1)]))).toEqual({
    stored: 1,
  });
  expect([await snapshotIn(), await sumOf()]).toEqual([[3], 3]);
  for (const late of [snapshotOf(whole, 3), snapshotOf(whole, 2), begun(whole)])
    expect(await write(of(projectId, [late]))).toEqual({ stored: 0 });
  expect(await write(of(projectId, [snapshotOf(whole, 9), whole, snapshotOf(whole, 10)]))).toEqual({ stored: 1 });
  expect([await snapshotIn(), await sumOf()]).toEqual([[null], 0]);
  expect(await write(of(projectId, [snapshotOf(whole, 11)]))).toEqual({ stored: 0 });
  const { tools, models } = await stored(database.sql, projectId);
  expect([tools.map((row) => row.tool_name), models.map((row) => row.model)]).toEqual([
    ['get_order'],
    ['gpt-5.2-2026-01-15'],
  ]);
});

test('the largest snapshot numbers are summed exactly', async () => {
  const projectId = await newProject(database.sql);
  const other = { ...whole, span: { ...whole.span, spanId: 'bbbbbbbbbbbbbbbb' } };
  await write(of(projectId, [snapshotOf(whole, 2 ** 31 - 1), snapshotOf(other, 2 ** 31 - 1)]));
  expect(await checkSums(database.sql, projectId)).toEqual([]);
  await write(of(projectId, [whole, other]));
  expect((await stored(database.sql, projectId)).traces).toMatchObject([{ open_count: 0, open_snapshots: 0n }]);
});
