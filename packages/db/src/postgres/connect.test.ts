// How our copy of the driver handles a database that does not answer. Uses a real database.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import postgres from '../generated/postgres/index.js';
import { connect, type Sql } from './connect.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';

const SILENCE_MS = 100;

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { max: 1, silenceMs: SILENCE_MS });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

describe('a database that sends nothing for longer than the limit', () => {
  it('is given up when a statement is waiting for its answer', async () => {
    await expect(sql`select pg_sleep(${(SILENCE_MS * 4) / 1000})`).rejects.toMatchObject({ code: 'CONNECTION_SILENT' });
  });

  it('is not given up when no statement waits, or when one was sent just before the limit', async () => {
    for (let round = 0; round < 60; round += 1) {
      const asked = performance.now();
      // A busy machine may really be silent for this long.
      await sql`select 1`.catch(() => expect(performance.now() - asked).toBeGreaterThanOrEqual(SILENCE_MS));
      // Everything that falls due while this blocks runs in one turn: the next statement, and right after it the end of
      // the silence period.
      setTimeout(() => block(SILENCE_MS * 0.4), SILENCE_MS * 0.8);
      await delay(SILENCE_MS - 1);
    }
  });
});

function block(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('the pool ends also when a reserved connection was held for longer than connections live', async () => {
  // Long enough to connect on a busy machine.
  const pool = postgres(database.url, { max: 1, max_lifetime: 1 });
  const held = await pool.reserve();
  await held`select pg_sleep(1.2)`;
  expect([...(await held`select 1 as one`)]).toEqual([{ one: 1 }]);
  held.release();
  await pool.end();
  await expect(pool`select 2`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
});

describe('COPY TO', () => {
  // The last row arrives together with the end, and is larger than the stream's buffer.
  it.each([1, 70_000, 1_000_000])('is followed by the next statement after a last row of %i bytes', async (bytes) => {
    const patient = connect(database.url, { max: 1 });
    const rows = await patient.unsafe(`copy (select repeat('x', ${bytes})) to stdout`).readable();
    let read = 0;
    for await (const chunk of rows) read += (chunk as Buffer).length;
    expect(read).toBe(bytes + 1);
    expect(await patient`select 1 as one`).toEqual([{ one: 1 }]);
    await patient.end();
  });
});
