/**
 * Measures what the checks take from ingest: two ingest processes on one server store the same spans in turn, one whose
 * worker has more traces to check than it gets done, and one without a worker. Then how fast the worker is alone.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect, createApiKey, ensureProject, migrate, startEmbeddedPostgres, type Sql } from '@subtext/db';
import { sendAll, type Target } from './ingest-load.ts';
import { end, start } from './ingest-process.ts';
import { makeRequests } from './ingest-spans.ts';
import { median } from './statistics.ts';

const HELP = `npm run bench:checks -- [--spans N] [--rounds N] [--help]

  --spans N    spans a round and process (40960)
  --rounds N   rounds that count, after two that warm up (5)

Starts a PostgreSQL of its own in a temporary directory. Ingest, database and sender share this machine; everything stays
on loopback.`;

const WARM_UP_ROUNDS = 2;
/** The worker alone is measured for at most this long. */
const ALONE_MS = 60_000;

interface Side {
  sql: Sql;
  child: ChildProcess;
  target: Target;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      spans: { type: 'string', default: '40960' },
      rounds: { type: 'string', default: '5' },
      help: { type: 'boolean', default: false },
    },
  });
  const [spans, rounds] = [Number(values.spans), Number(values.rounds)];
  if (values.help || !(spans >= 1) || !(rounds >= 1)) return console.log(HELP);
  const directory = await mkdtemp(join(tmpdir(), 'subtext-bench-'));
  const postgres = await startEmbeddedPostgres({ directory });
  const sides: Side[] = [];
  try {
    for (const checks of ['off', 'on']) sides.push(await openSide(postgres.url, checks));
    const [without, checking] = sides as [Side, Side];
    await compare({ without, checking }, { spans, rounds });
    await reportAlone(checking);
  } finally {
    for (const { sql, child } of sides) {
      child.kill('SIGCONT');
      await end(child);
      await sql.end();
    }
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function openSide(server: string, checks: string): Promise<Side> {
  const administrator = connect(server, { max: 1 });
  await administrator.unsafe(`CREATE DATABASE checks_${checks}`);
  await administrator.end();
  const url = new URL(server);
  url.pathname = `/checks_${checks}`;
  await migrate(url.toString());
  const sql = connect(url.toString(), { max: 1 });
  const { id: projectId } = await ensureProject(sql, { slug: 'bench', name: 'Bench' });
  const { key } = await createApiKey(sql, { projectId, name: 'bench', scopes: ['ingest'] });
  const environment = { DATABASE_URL: url.toString(), SUBTEXT_CHECKS: checks };
  const { child, url: ingestUrl } = await start('../apps/ingest/src/main.ts', { environment });
  return { sql, child, target: { url: ingestUrl, key } };
}

async function compare(
  { without, checking }: { without: Side; checking: Side },
  { spans, rounds }: { spans: number; rounds: number },
): Promise<void> {
  console.log(`${spans} spans a round; spans per second without checks and with them, and traces checked meanwhile`);
  const ratios: number[] = [];
  for (let round = 1 - WARM_UP_ROUNDS; round <= rounds; round += 1) {
    checking.child.kill('SIGSTOP');
    const alone = await rateOf(without, spans);
    checking.child.kill('SIGCONT');
    await makeDue(checking.sql);
    const before = await checkedIn(checking.sql);
    const beside = await rateOf(checking, spans);
    const checked = (await checkedIn(checking.sql)) - before;
    if (round > 0) ratios.push(beside / alone);
    const name = round > 0 ? `round ${round}` : 'warm up';
    console.log(`  ${name}   ${Math.round(alone)}   ${Math.round(beside)}   ${checked}`);
  }
  console.log(`\nwith checks / without, median of the rounds   ${median(ratios).toFixed(2)}`);
}

async function rateOf({ target }: Side, spans: number): Promise<number> {
  const requests = makeRequests(spans).map(({ body }) => ({ body, gzip: false }));
  const answers = await sendAll(target, requests);
  return spans / answers.at(-1)!;
}

/** As if the traces had been quiet. */
const makeDue = (sql: Sql) => sql`UPDATE trace_evidence SET retry_at = now() WHERE due_since IS NOT NULL`;

async function checkedIn(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*)::int AS count FROM trace_evidence WHERE checked_at IS NOT NULL`;
  return row.count;
}

async function reportAlone({ sql }: Side): Promise<void> {
  await makeDue(sql);
  const [before, startedAt] = [await checkedIn(sql), performance.now()];
  for (let due = 1; due > 0 && performance.now() - startedAt < ALONE_MS;) {
    await delay(500);
    [{ due }] = await sql<[{ due: number }]>`
      SELECT count(*)::int AS due FROM trace_evidence WHERE due_since IS NOT NULL`;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const checked = (await checkedIn(sql)) - before;
  console.log(`the worker alone: ${Math.round(checked / seconds)} traces of 20 spans a second`);
}

await main();
