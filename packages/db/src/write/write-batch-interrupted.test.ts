/**
 * Tests the write path while its connections are killed: several writers and projects store the same spans repeatedly,
 * and every sum stays exact.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Sql } from '../postgres/connect.ts';
import { ensureProject } from '../projects/projects.ts';
import { checkSums } from '../maintain/recount.ts';
import { sqlState } from '../postgres/retry.ts';
import type { StorableSpan } from '@subtext/trace';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { storableSpan, storableSpans } from '../testing/storable-spans.ts';
import { storedSpanIds } from '../testing/stored.ts';
import { createWriteBatch, type WriteBatch } from './write-batch.ts';

const WRITERS = 3;
let database: TestDatabase;
let writers: { sql: Sql; write: WriteBatch }[];
let projects = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  writers = Array.from({ length: WRITERS }, () => {
    const sql = connect(database.url, { max: 2, applicationName: 'interrupted' });
    return { sql, write: createWriteBatch(sql) };
  });
});
afterAll(async () => {
  await Promise.all(writers.map(({ sql }) => sql.end()));
  await database.drop();
});

const traffic = fc.record({
  /** One list of spans per project. */
  spans: fc.array(storableSpans(), { minLength: 2, maxLength: 3 }),
  /** Each item sends some of the spans through one of the writers. A last batch with all spans follows. */
  batches: fc.array(
    fc.record({
      writer: fc.nat({ max: WRITERS - 1 }),
      seed: fc.nat(),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 2, maxLength: 6 },
  ),
  kills: fc.array(fc.nat({ max: WRITERS * 2 - 1 }), { minLength: 1, maxLength: 8 }),
});

/** Sends the same batch until it is acknowledged, as a sender does. Resolves to the number of attempts. */
async function untilStored(write: WriteBatch, batch: readonly StorableSpan[]): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await write(batch);
      return attempt;
    } catch (error) {
      expect(sqlState(error)).toMatch(/^(57P01|CONNECTION_|ECONN|EPIPE)/);
    }
  }
}

/** Kills a connection of the writers in the middle of its work. */
const kill = (place: number) => database.sql`
  SELECT pg_terminate_backend(pid) FROM (
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'interrupted' ORDER BY pid OFFSET ${place} LIMIT 1
  ) AS one`;

/** Selects some of the items in a random order. */
const some = <Item>(items: readonly Item[], { seed, share }: { seed: number; share: number }): Item[] =>
  fc.sample(fc.shuffledSubarray([...items], { minLength: Math.floor(items.length * share) }), { numRuns: 1, seed })[0]!;

test(
  'totals and rollups equal a recount of the distinct spans when connections are killed',
  { timeout: 40_000 },
  async () => {
    let attempts = 0;
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(traffic, async ({ spans, batches, kills }) => {
        const ids = await Promise.all(spans.map(() => newProject()));
        const all = spans.flatMap((ofProject, index) => ofProject.map((span) => ({ ...span, projectId: ids[index]! })));
        const sending = [
          ...batches.map((batch) => ({ writer: batch.writer, part: some(all, batch) })),
          { writer: 0, part: all },
        ];
        const killing = kills.reduce(
          (before, place) => before.then(() => kill(place)),
          Promise.resolve() as Promise<unknown>,
        );
        const counts = await Promise.all(sending.map(({ writer, part }) => untilStored(writers[writer]!.write, part)));
        await killing;
        attempts += counts.reduce((sum, count) => sum + count, 0);
        sent += counts.length;
        for (const [index, projectId] of ids.entries()) {
          const distinct = new Set(spans[index]!.map(({ traceId, span }) => `${traceId}/${span.spanId}`));
          expect(await storedSpanIds(database.sql, projectId)).toEqual([...distinct].sort());
          expect(await checkSums(database.sql, projectId)).toEqual([]);
        }
      }),
      { numRuns: 15 },
    );
    // Otherwise nothing was interrupted.
    expect(attempts).toBeGreaterThan(sent);
  },
);

test('sums of spans with the largest possible costs are exact', async () => {
  const projectId = await newProject();
  const spans = Array.from({ length: 1_000 }, (_, index) => {
    const spanId = (index + 1).toString(16).padStart(16, '0');
    const inputCost = MAX_NANO_DOLLARS - (index % 7);
    return { ...storableSpan({ span: { spanId, inputCost, totalCost: inputCost }, calls: [] }), projectId };
  });
  await writers[0]!.write(spans);
  expect(await checkSums(database.sql, projectId)).toEqual([]);
});

/** The highest cost of one response that ingest accepts: $5,000. */
const MAX_NANO_DOLLARS = 5e12;

async function newProject(): Promise<string> {
  projects += 1;
  return (await ensureProject(database.sql, { slug: `p${projects}`, name: 'P' })).id;
}
