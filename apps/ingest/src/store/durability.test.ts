/**
 * Ingest's durability: every span answered with 200 is stored exactly once, if any process is killed at any time.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  connect,
  createApiKey,
  ensureProject,
  migrate,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type Sql,
} from '@subtext/db';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';

let directory: string;
let postgres: EmbeddedPostgres;
let sql: Sql;
let key: string;
let port: number;
let ingest: ChildProcess | undefined;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'subtext-durability-'));
  const databasePort = await freePort();
  postgres = await startEmbeddedPostgres({ directory, port: databasePort });
  await migrate(postgres.url);
  sql = connect(postgres.url, { max: 2 });
  const { id: projectId } = await ensureProject(sql, { slug: 'p', name: 'P' });
  key = (await createApiKey(sql, { projectId, name: 'k', scopes: ['ingest'] })).key;
  port = await freePort();
  await startIngest();
});

afterAll(async () => {
  ingest?.kill('SIGKILL');
  await sql.end();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Resolves when it is ready. */
async function startIngest(): Promise<void> {
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    SUBTEXT_INGEST_PORT: String(port),
    SUBTEXT_INGEST_GRPC_PORT: '',
    SUBTEXT_LOG_LEVEL: 'fatal',
  };
  ingest = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], { env, stdio: 'ignore' });
  await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: 15_000 });
}

/** Status of /readyz; 0 without an answer. */
function readiness(): Promise<number> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.status,
    () => 0,
  );
}

/** Trace ids from a small set, so that batches meet in the same rows. */
const TRACES = Array.from({ length: 10 }, () => randomBytes(16).toString('hex'));
const newBatch = () => Array.from({ length: 40 }, (_, index) => jsonSpan({ traceId: TRACES[index % TRACES.length] }));

/** As an exporter does: the same bytes again until they are acknowledged. */
async function sendUntilAcknowledged(spans: readonly object[]): Promise<void> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(jsonRequest(spans)),
  };
  for (;;) {
    const status = await fetch(`http://127.0.0.1:${port}/v1/traces`, request).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    expect([0, 503]).toContain(status);
    await delay(20);
  }
}

/** Four senders; resolves when as many batches were acknowledged. What was only sent is not waited for. */
async function load(batches: number, acknowledged: Set<string>): Promise<void> {
  let left = batches;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (left > 0) {
        left -= 1;
        const spans = newBatch();
        await sendUntilAcknowledged(spans);
        for (const span of spans) acknowledged.add(span.spanId);
      }
    }),
  );
}

async function expectExactlyOnce(acknowledged: ReadonlySet<string>): Promise<void> {
  const rows = await sql<{ id: string }[]>`SELECT encode(span_id, 'hex') AS id FROM spans`;
  const stored = new Set(rows.map((row) => row.id));
  expect(rows.length).toBe(stored.size);
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
  const [sums] = await sql`
    SELECT (SELECT sum(span_count)::int FROM traces) AS in_traces, (SELECT sum(generations)::int FROM model_rollups) AS in_rollups,
      (SELECT sum(cardinality(span_ids))::int FROM payloads) AS payloads`;
  expect({ ...sums }).toEqual({ in_traces: stored.size, in_rollups: stored.size, payloads: stored.size });
}

test('kill -9 of ingest in the middle of a load', { timeout: 60_000 }, async () => {
  const acknowledged = new Set<string>();
  const loading = load(60, acknowledged);
  for (const threshold of [200, 1_000]) {
    await expect.poll(() => acknowledged.size, { timeout: 20_000, interval: 2 }).toBeGreaterThan(threshold);
    ingest?.kill('SIGKILL');
    await startIngest();
  }
  await loading;
  expect(acknowledged.size).toBe(2_400);
  await expectExactlyOnce(acknowledged);
});

test('kill -9 of PostgreSQL in the middle of a load', { timeout: 60_000 }, async () => {
  const acknowledged = new Set<string>();
  const loading = load(60, acknowledged);
  await expect.poll(() => acknowledged.size, { timeout: 20_000, interval: 2 }).toBeGreaterThan(400);
  const [processId] = (await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(processId), 'SIGKILL');
  await expect.poll(readiness, { timeout: 10_000 }).toBe(503);
  postgres = await startEmbeddedPostgres({ directory, port: Number(new URL(postgres.url).port) });
  await loading;
  expect(acknowledged.size).toBe(2_400);
  await expectExactlyOnce(acknowledged);
});

test(
  'SIGTERM drains: requests in progress are answered, and the process ends by itself',
  { timeout: 30_000 },
  async () => {
    const acknowledged = new Set<string>();
    const sent = Promise.all(
      Array.from({ length: 8 }, async () => {
        const spans = newBatch();
        const body = JSON.stringify(jsonRequest(spans));
        const headers = { 'content-type': 'application/json', 'x-api-key': key };
        const status = await fetch(`http://127.0.0.1:${port}/v1/traces`, { method: 'POST', headers, body }).then(
          (answer) => answer.status,
          () => 0,
        );
        if (status === 200) for (const span of spans) acknowledged.add(span.spanId);
        return status;
      }),
    );
    const exit = new Promise<number | null>((resolve) => ingest?.once('exit', resolve));
    ingest?.kill('SIGTERM');
    await sent;
    expect(await exit).toBe(0);
    await expectExactlyOnce(acknowledged);
  },
);
