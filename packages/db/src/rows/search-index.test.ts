import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isCitus } from '../postgres/distribute.ts';
import { ensurePartitions, partitionName } from '../postgres/partitions.ts';
import { daysWithoutIndex, indexClosedDays } from './search-index.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';

let database: TestDatabase;
let yesterday: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const [row] = await database.sql<{ yesterday: string }[]>`select current_date - 1 as yesterday`;
  yesterday = row!.yesterday;
  await ensurePartitions(database.sql, yesterday);
});
afterAll(() => database.drop());

/** The blocking session may be known only by its transaction, which belongs to no database. */
const waiting = () => database.sql`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

test('an index build is retried after a deadlock with a writer that then runs ANALYZE', async (context) => {
  const { sql } = database;
  if (await isCitus(sql)) return context.skip('the workers of a Citus have locks of their own');
  const partition = partitionName('tool_call_texts', yesterday);
  let building: Promise<string[]> | undefined;
  await sql.begin(async (other) => {
    // The session that has waited for a second checks for a deadlock and is canceled. That is the builder, whose wait
    // begins first.
    await other.unsafe(`set local deadlock_timeout = '20s'; lock table ${partition} in row exclusive mode`);
    building = indexClosedDays(sql);
    await vi.waitUntil(async () => (await waiting()).length > 0, { timeout: 10_000, interval: 5 });
    await other.unsafe(`analyze ${partition}`);
  });
  expect(await building).toEqual([yesterday]);
  expect((await daysWithoutIndex(sql)).filter(({ isOver }) => isOver)).toEqual([]);
});
