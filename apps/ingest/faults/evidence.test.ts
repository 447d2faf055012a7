// A real ingest process is killed while its worker checks traces; the next one goes on, and the rows are the same.
import { createApiKey, ensureProject } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FAULTY_RUN, orderRun } from '../src/testing/order-run.ts';
import { freePort, startIngest, type IngestProcess } from './ingest-process.ts';

const TRACES = 120;
const WAIT = { timeout: 120_000, interval: 20 };

let database: TestDatabase;
const processes: IngestProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const one of processes) one.kill('SIGKILL');
  await Promise.all(processes.map(({ exited }) => exited));
  await database.drop();
});

async function start(port: number): Promise<IngestProcess> {
  const one = await startIngest({ databaseUrl: database.url, port });
  processes.push(one);
  return one;
}

const makeDue = () => database.sql`UPDATE trace_evidence SET retry_at = now() WHERE checked_at IS NULL`;

async function checked(): Promise<number> {
  const [row] = await database.sql`SELECT count(*)::int AS checked FROM trace_evidence WHERE checked_at IS NOT NULL`;
  return Number(row!.checked);
}

const findings = () =>
  database.sql`
    SELECT encode(trace_id, 'hex') AS trace, check_findings.check_id, encode(span_id, 'hex') AS span, call_index
    FROM check_findings ORDER BY 1, 2, 3, 4`;

it('checks every trace, and none twice, when it is killed in the middle', { timeout: 300_000 }, async () => {
  const { id: projectId } = await ensureProject(database.sql, { slug: 'killed', name: 'Killed' });
  const { key } = await createApiKey(database.sql, { projectId, name: 'test', scopes: ['ingest'] });
  const port = await freePort();
  const killed = await start(port);
  for (let number = 0; number < TRACES; number += 1) {
    const { request } = orderRun('Please refund my order ord_8812.', FAULTY_RUN);
    const answer = await fetch(`http://127.0.0.1:${port}/v1/traces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    expect(answer.status).toBe(200);
  }
  await makeDue();
  await expect.poll(checked, WAIT).toBeGreaterThan(0);
  killed.kill('SIGKILL');
  await killed.exited;
  const middle = await checked();
  expect(middle).toBeLessThan(TRACES);

  // As after the time in which the killed process would have finished its trace.
  await makeDue();
  const next = await start(await freePort());
  await expect.poll(checked, WAIT).toBe(TRACES);
  const afterKill = await findings();
  next.kill('SIGKILL');
  await next.exited;

  await database.sql`DELETE FROM check_findings`;
  await database.sql`UPDATE trace_evidence SET due_since = now(), retry_at = now(), checked_at = NULL`;
  await start(await freePort());
  await expect.poll(checked, WAIT).toBe(TRACES);
  expect(afterKill.length).toBeGreaterThan(TRACES);
  expect(await findings()).toEqual(afterKill);
});
