import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureProject } from '../projects/projects.ts';
import { spanPayload } from '../read/trace/span-payload.ts';
import { checkSums } from '../maintain/recount.ts';
import type { StorableSpan } from '@subtext/trace';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { storableSpan, storableSpans } from '../testing/storable-spans.ts';
import { stored, storedSpanIds, withoutEmpty } from '../testing/stored.ts';
import { createWriteBatch, type WriteBatch } from './write-batch.ts';

let database: TestDatabase;
let write: WriteBatch;
let projects = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  write = createWriteBatch(database.sql);
});
afterAll(() => database.drop());

async function newProject(): Promise<string> {
  projects += 1;
  return (await ensureProject(database.sql, { slug: `p${projects}`, name: 'P' })).id;
}

const of = (projectId: string, spans: readonly StorableSpan[]) => spans.map((span) => ({ ...span, projectId }));

/** Each batch contains some of the spans. Together the batches contain each span at least once. */
const arrivals = storableSpans().chain((spans) =>
  fc.record({
    spans: fc.constant(spans),
    order: fc.shuffledSubarray(spans, { minLength: spans.length }),
    repeated: fc.array(fc.subarray(spans), { maxLength: 3 }),
    cuts: fc.array(fc.nat({ max: spans.length }), { maxLength: 4 }),
  }),
);

function split<Item>(items: readonly Item[], cuts: readonly number[]): Item[][] {
  const borders = [0, ...cuts.toSorted((left, right) => left - right), items.length];
  return borders.slice(1).map((border, index) => items.slice(borders[index], border));
}

/** The spans whose usage does not count the default way (packages/trace, runs.ts). */
async function sourcesOf(projectId: string): Promise<unknown[]> {
  const rows = await database.sql`
    SELECT encode(trace_id, 'hex') AS trace, encode(span_id, 'hex') AS span, usage_source FROM spans
    WHERE project_id = ${projectId} AND usage_source IS NOT NULL ORDER BY trace_id, span_id`;
  return rows.map((row) => ({ ...row }));
}

test('totals and rollups equal a recount of the distinct spans for any order, split, repetition and concurrency', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async ({ spans, order, repeated, cuts }) => {
      const projectId = await newProject();
      const batches = [...split(order, cuts), ...repeated].map((batch) => of(projectId, batch));
      await Promise.all(batches.map(write));
      expect(await storedSpanIds(database.sql, projectId)).toEqual(
        [...new Set(spans.map(({ traceId, span }) => `${traceId}/${span.spanId}`))].sort(),
      );
      expect(await checkSums(database.sql, projectId)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('the same spans in another order, one by one, give the same totals, rollups and trace facts', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async ({ spans, order, repeated }) => {
      const [once, oneByOne] = [await newProject(), await newProject()];
      await write(of(once, spans));
      for (const span of order) await write(of(oneByOne, [span]));
      for (const batch of repeated) await write(of(oneByOne, batch));
      const [late, early] = [await stored(database.sql, oneByOne), await stored(database.sql, once)];
      expect(withoutEmpty(late)).toEqual(withoutEmpty(early));
      expect(await sourcesOf(oneByOne)).toEqual(await sourcesOf(once));
    }),
    { numRuns: 30 },
  );
});

test('a replay stores nothing and changes no totals', async () => {
  const projectId = await newProject();
  const spans = of(projectId, fc.sample(storableSpans(), { numRuns: 1, seed: 7 })[0]!);
  await write(spans);
  const before = await stored(database.sql, projectId);
  expect(await write(spans)).toEqual({ stored: 0 });
  expect(await stored(database.sql, projectId)).toEqual(before);
});

test('the same trace and span ids in two projects are two spans', async () => {
  const [one, two] = [await newProject(), await newProject()];
  const span = storableSpan({});
  expect(await write([...of(one, [span]), ...of(two, [span])])).toEqual({ stored: 2 });
});

test('a second span with the same response id is stored as a duplicate and never counted', async () => {
  const projectId = await newProject();
  const first = storableSpan({ span: { responseId: 'resp_1', inputTokens: 100, totalCost: 5, inputCost: 5 } });
  const second = { ...first, span: { ...first.span, spanId: 'bbbbbbbbbbbbbbbb' } };
  await write(of(projectId, [first]));
  await write(of(projectId, [second]));
  const rows = await database.sql`SELECT encode(span_id, 'hex') AS id, encode(duplicate_of, 'hex') AS of FROM spans
    WHERE project_id = ${projectId} ORDER BY span_id`;
  expect([...rows]).toEqual([
    { id: first.span.spanId, of: null },
    { id: 'bbbbbbbbbbbbbbbb', of: first.span.spanId },
  ]);
  const [trace] =
    await database.sql`SELECT span_count, generation_count, input_tokens FROM traces WHERE project_id = ${projectId}`;
  expect({ ...trace }).toEqual({ span_count: 1, generation_count: 1, input_tokens: 100n });
});

test('a trace has the agents and efforts of all its spans, from any batch', async () => {
  const projectId = await newProject();
  const first = storableSpan({ span: { agentName: 'planner', reasoningEffort: 'high' } });
  const second = { ...first, span: { ...first.span, spanId: 'bbbbbbbbbbbbbbbb', agentName: 'coder' } };
  const third = {
    ...first,
    span: { ...first.span, spanId: 'cccccccccccccccc', agentName: null, reasoningEffort: 'low' },
  };
  await write(of(projectId, [first]));
  await write(of(projectId, [second, third]));
  const [trace] = await database.sql`SELECT agents, efforts FROM traces WHERE project_id = ${projectId}`;
  expect({ ...trace }).toEqual({ agents: ['coder', 'planner'], efforts: ['high', 'low'] });
});

test('a trace counts its spans without an end, and ends at the last known time', async () => {
  const projectId = await newProject();
  const open = storableSpan({ span: { durationNs: null }, trace: { endedAt: '2026-11-21T10:00:00.000000Z' } });
  const ended = storableSpan({ span: { spanId: 'bbbbbbbbbbbbbbbb' } });
  const copy = { ...open, span: { ...open.span, spanId: 'cccccccccccccccc' } };
  const duplicates = [open, copy].map((one) => ({ ...one, span: { ...one.span, responseId: 'resp_1' } }));
  for (const batch of [duplicates, [ended], duplicates]) await write(of(projectId, batch));
  const spans = await database.sql`SELECT duration_ns FROM spans WHERE project_id = ${projectId} ORDER BY span_id`;
  expect(spans.map((span) => span.duration_ns as unknown)).toEqual([null, 1_000_000n, null]);
  const [trace] =
    await database.sql`SELECT open_count, span_count, ended_at FROM traces WHERE project_id = ${projectId}`;
  expect({ ...trace }).toEqual({ open_count: 1, span_count: 2, ended_at: new Date('2026-11-21T10:00:01Z') });
  expect(await checkSums(database.sql, projectId)).toEqual([]);
});

test('late spans are stored in the partition of the day on which their trace was first stored', async () => {
  const projectId = await newProject();
  const [today] = await database.sql<{ day: string }[]>`SELECT current_date AS day`;
  const past = storableSpan({ span: { startedAt: '2026-01-01T00:00:00.000000Z' } });
  const later = storableSpan({ span: { spanId: 'cccccccccccccccc', startedAt: '2031-05-05T00:00:00.000000Z' } });
  await write(of(projectId, [past]));
  await write(of(projectId, [later]));
  const rows =
    await database.sql`SELECT DISTINCT day, tableoid::regclass::text AS partition FROM spans WHERE project_id = ${projectId}`;
  // On a distributed database the name is that of a shard, with a number at its end.
  const partition = expect.stringContaining(`spans_${today!.day.replaceAll('-', '')}`) as string;
  expect([...rows]).toEqual([{ day: today!.day, partition }]);
});

test('long texts and payloads are read back as they were', async () => {
  const projectId = await newProject();
  const texts = {
    thoughts: ['a "quoted" \\ thought', 'пять \u{1F600}'],
    preamble: "it's {}",
    arguments: '{"a":[1]}',
    result: 'NULL',
  };
  const call = storableSpan({}).calls[0]!;
  await write(of(projectId, [storableSpan({ calls: [{ ...call, texts }], body: '{"attributes":{"a\\\\b":"\\""}}' })]));
  const [row] =
    await database.sql`SELECT thoughts, preamble, arguments, result FROM tool_call_texts WHERE project_id = ${projectId}`;
  expect({ ...row }).toEqual(texts);
  const piece = { spanId: 'a'.repeat(16), offset: 0, length: 1_000 };
  const payload = await spanPayload(database.sql, { projectId, traceId: 'a'.repeat(32) }, piece);
  expect(payload?.text).toBe('{"attributes":{"a\\\\b":"\\""}}');
});
