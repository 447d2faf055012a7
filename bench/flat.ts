/**
 * `npm run bench:flat`: compares the cost of storing a span in a full store and in an empty one. Two servers with the
 * same settings, each with its own ingest, take turns.
 */
import type { ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { connect, createApiKey, ensureProject, migrate, revokeApiKey, type Sql } from '@subtext/db';
import { cpuOf, cpuOfServer, serverOf } from './ingest-cpu.ts';
import { sendAll, type Target } from './ingest-load.ts';
import { end, start } from './ingest-process.ts';
import { makeRequests } from './ingest-spans.ts';
import { openDatabase, type ScaleDatabase } from './scale-database.ts';
import { median } from './statistics.ts';

const HELP = `npm run bench:flat -- --data DIR [--spans N] [--rounds N] [--project S]

  --data DIR     the directory that npm run generate has filled; the spans that are sent stay in it
  --project S    slug of the project that was generated (default)
  --spans N      spans a round and store (10240)
  --rounds N     rounds that count, after two that warm up (8)`;

const WARM_UP_ROUNDS = 2;
const COSTS = ['rate', 'receiver', 'server'] as const;

interface Side {
  database: ScaleDatabase;
  sql: Sql;
  key: { projectId: string; id: string };
  target: Target;
  ingest: ChildProcess;
  /** Process id of PostgreSQL. */
  serverId: number;
}

/** Spans per second, and microseconds of CPU time per span. */
type Measured = Record<(typeof COSTS)[number], number>;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      project: { type: 'string', default: 'default' },
      spans: { type: 'string', default: '10240' },
      rounds: { type: 'string', default: '8' },
      help: { type: 'boolean', default: false },
    },
  });
  const [spans, rounds] = [Number(values.spans), Number(values.rounds)];
  if (values.help || values.data === undefined || !(spans >= 1) || !(rounds >= 1)) return console.log(HELP);
  const directory = await mkdtemp(join(tmpdir(), 'subtext-bench-'));
  await chmod(directory, 0o711); // PostgreSQL's own user must reach it when the benchmark runs as root
  const sides: Side[] = [];
  try {
    for (const place of [values.data, directory]) sides.push(await openSide(place, values.project));
    await compare(sides, { spans, rounds });
  } finally {
    for (const side of sides) await closeSide(side);
    await rm(directory, { recursive: true, force: true });
  }
}

async function openSide(directory: string, slug: string): Promise<Side> {
  const database = await openDatabase(directory);
  if (!database) throw new Error(`There is no store in ${directory}.`);
  await migrate(database.url);
  const sql = connect(database.url, { max: 1 });
  const { id: projectId } = await ensureProject(sql, { slug, name: slug });
  const { id, key } = await createApiKey(sql, { projectId, name: 'bench', scopes: ['ingest'] });
  const { child: ingest, url } = await start('../apps/ingest/src/main.ts', {
    environment: { DATABASE_URL: database.url },
  });
  const [{ id: connectionId }] = (await sql`SELECT pg_backend_pid() AS id`) as unknown as [{ id: number }];
  return { database, sql, key: { projectId, id }, target: { url, key }, ingest, serverId: serverOf(connectionId) };
}

async function closeSide({ ingest, sql, key, database }: Side): Promise<void> {
  await end(ingest);
  await revokeApiKey(sql, key);
  await sql.end();
  await database.close();
}

async function compare([full, empty]: Side[], { spans, rounds }: { spans: number; rounds: number }): Promise<void> {
  if (!full || !empty) return;
  const [row] = await full.sql`SELECT coalesce(sum(span_count), 0)::int AS spans FROM traces`;
  console.log(`${Number(row!.spans).toLocaleString('en')} spans are stored in the one, none in the other. Spans a second
(CPU µs a span: receiver + PostgreSQL), ${spans} spans a round, gzip`);
  const measured = { full: [] as Measured[], empty: [] as Measured[] };
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1) {
    const results = { full: await measure(full, spans), empty: await measure(empty, spans) };
    const name = round < WARM_UP_ROUNDS ? 'warm up' : `round ${round - WARM_UP_ROUNDS + 1}`;
    console.log(`  ${name.padEnd(9)} full ${shown(results.full)}   empty ${shown(results.empty)}`);
    if (round < WARM_UP_ROUNDS) continue;
    measured.full.push(results.full);
    measured.empty.push(results.empty);
  }
  console.log('\nfull / empty, medians of the rounds');
  for (const cost of COSTS) {
    const ratios = measured.full.map((one, index) => one[cost] / measured.empty[index]![cost]);
    console.log(`  ${cost.padEnd(9)} ${median(ratios).toFixed(2)}`);
  }
}

async function measure({ target, ingest, serverId }: Side, spans: number): Promise<Measured> {
  const requests = makeRequests(spans).map(({ body }) => ({ body: gzipSync(body), gzip: true }));
  const before = { receiver: cpuOf(ingest.pid!), server: cpuOfServer(serverId), at: performance.now() };
  await sendAll(target, requests);
  const seconds = (performance.now() - before.at) / 1_000;
  return {
    rate: spans / seconds,
    receiver: ((cpuOf(ingest.pid!) - before.receiver) / spans) * 1e6,
    server: ((cpuOfServer(serverId) - before.server) / spans) * 1e6,
  };
}

function shown({ rate, receiver, server }: Measured): string {
  return `${Math.round(rate)} (${Math.round(receiver)} + ${Math.round(server)})`;
}

await main();
