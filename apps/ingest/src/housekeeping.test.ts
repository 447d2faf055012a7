/** The periodic tasks of a started ingest. */
import { changeRetentionPeriod, ensurePartitions, ensureProject } from '@subtext/db';
import { createTestDatabase } from '@subtext/db/testing';
import { expect, test } from 'vitest';
import { startIngest } from './testing/ingest.ts';

test('traces of an environment are deleted after its retention period, also where the server has no limit', async () => {
  const database = await createTestDatabase();
  const { sql } = database;
  const { id: projectId } = await ensureProject(sql, { slug: 'shop', name: 'Shop' });
  const [{ expired }] = await sql<[{ expired: string }]>`SELECT current_date - 8 AS expired`;
  await ensurePartitions(sql, expired);
  await sql`INSERT INTO traces (project_id, trace_id, day, environment, started_at, ended_at)
    SELECT ${projectId}, decode(repeat(digit, 32), 'hex'), ${expired}, environment, now(), now()
    FROM (VALUES ('1', 'development'), ('2', 'production')) AS given (digit, environment)`;
  await changeRetentionPeriod(sql, { projectId, environment: 'development', keepDays: 7 });
  const server = await startIngest({}, { database });
  try {
    const environments = async () => [...(await sql`SELECT environment FROM traces`)].map((row) => row.environment);
    await expect.poll(environments).toEqual(['production']);
    await expect
      .poll(() => server.log)
      .toContainEqual(expect.objectContaining({ msg: 'expired traces deleted', traces: 1 }));
  } finally {
    await server.close();
  }
});
