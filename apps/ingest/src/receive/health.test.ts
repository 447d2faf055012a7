/** What /readyz says of a database that answers and does not store. */
import { expect, test } from 'vitest';
import { startIngest } from '../testing/ingest.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';

test('/readyz reports a database whose transactions hang, until it stores again', { timeout: 60_000 }, async () => {
  const server = await startIngest();
  const { sql } = server.database;
  const send = () =>
    fetch(`${server.url}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': server.key },
      body: JSON.stringify(jsonRequest([jsonSpan()])),
    });
  const readiness = async (): Promise<unknown> => (await fetch(`${server.url}/readyz`)).json();
  const lock = await sql.reserve();
  try {
    expect((await send()).status).toBe(200);
    await lock`BEGIN`;
    await lock`LOCK TABLE spans IN ACCESS EXCLUSIVE MODE`;
    expect((await send()).status).toBe(503);
    expect(await readiness()).toEqual({ status: 'database does not store' });
    await lock`ROLLBACK`;
    await expect.poll(readiness, { timeout: 10_000 }).toEqual({ status: 'ready' });
    expect((await send()).status).toBe(200);
    const [row] = await sql<{ spans: number; counted: number }[]>`
      SELECT (SELECT count(*) FROM spans)::int AS spans, (SELECT sum(span_count) FROM traces)::int AS counted`;
    // The second was asked to retry, and was stored when possible.
    expect({ ...row }).toEqual({ spans: 3, counted: 3 });
  } finally {
    lock.release();
    await server.close();
  }
});
