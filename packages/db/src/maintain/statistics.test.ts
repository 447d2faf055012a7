import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isCitus } from '../postgres/distribute.ts';
import { renewStatistics } from './statistics.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const grow = (rows: number) => database.sql`
  INSERT INTO traces (project_id, trace_id, day, started_at, ended_at)
  SELECT gen_random_uuid(), uuid_send(gen_random_uuid()), current_date, now(), now() FROM generate_series(1, ${rows})`;

const known = async () => {
  const [row] = await database.sql`SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'traces'::regclass`;
  return row!.rows as number;
};

test('a table is analyzed when it has doubled, and not otherwise', async (context) => {
  if (await isCitus(database.sql)) return context.skip('rows are on other nodes there');
  // Autovacuum must not analyze the table first.
  await database.sql`ALTER TABLE traces SET (autovacuum_enabled = false)`;
  await grow(600);
  // The server reports changes about a second later.
  await vi.waitFor(async () => expect(await renewStatistics(database.sql)).toHaveLength(1), { timeout: 10_000 });
  expect(await known()).toBe(600);
  const columns =
    await database.sql`SELECT attname FROM pg_stats WHERE tablename = 'traces' AND attname IN ('started_at', 'asked')`;
  expect(columns.map(({ attname }) => attname as string)).toEqual(['started_at']);
  await grow(100);
  expect(await renewStatistics(database.sql)).toEqual([]);
});
