/**
 * Measures how fast ingest stores spans, compared with PostgreSQL alone (COPY of prepared rows) and with a minimal
 * receiver (decode, insert, answer). All take turns in one run on one server, because absolute figures vary with the
 * machine.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { connect, createApiKey, ensureProject, migrate, startEmbeddedPostgres, type Sql } from '@subtext/db';
import { cpuOf, cpuOfServer, monotonicMicros, serverOf, stagesOf } from './ingest-cpu.ts';
import { inTurn, sendAll, sendAtPace, type Sent, type Target } from './ingest-load.ts';
import { end, start } from './ingest-process.ts';
import { makeLiveRequests, makeLongTrace, makeRequests, type ExportRequest } from './ingest-spans.ts';
import { BARE_TABLES, copyText, createBareTable } from './ingest-table.ts';
import { median, quantile } from './statistics.ts';

const HELP = `npm run bench:ingest -- [--spans N] [--rounds N] [--help]

  --spans N    spans a round and way (40960): some seconds, since all ways but COPY take a tenth of one to fill and to drain
  --rounds N   rounds that count, after some that warm up (3)

Starts a PostgreSQL of its own in a temporary directory; with DATABASE_URL it uses that server instead, in a database that it
makes and drops. Ingest, database and sender share this machine; everything stays on loopback.`;

const COPY_CONNECTIONS = 2;
const SPANS_PER_REQUEST = 512;
/** The engine compiles code until about 30,000 spans, which are divided among the threads. */
const WARM_UP_ROUNDS = 2;
const WARM_UP_SPANS = 40_960;
/**
 * For the response times. Many requests, because the 99th percentile of a few would be the slowest one. Each turn
 * measures the rate first: at 80 % of a rate measured minutes ago, a machine that became slower would queue without
 * end.
 */
const PACED_TURNS = 3;
const PACED_SPANS = 20_480;
const LONG_TRACE = 100_000;
/** Share of the measured rate at which requests are sent for the response times. */
const PACE = 0.8;

/** `live`: the same spans as `ingest`, each request with one span of 512 traces. */
const WAYS = ['COPY', 'bare', 'ingest', 'live', 'bare gzip', 'ingest gzip', 'live gzip'] as const;
type Way = (typeof WAYS)[number];

interface Bench {
  sql: Sql;
  projectId: string;
  /** Process id of PostgreSQL. */
  serverId: number;
  targets: Record<'bare' | 'ingest', Target>;
  processes: Record<'bare' | 'ingest', ChildProcess>;
}

interface Measured {
  spansPerSecond: number;
  /** Microseconds of CPU time per span. The same holds for `serverCpu`. */
  receiverCpu: number;
  serverCpu: number;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      spans: { type: 'string', default: '40960' },
      rounds: { type: 'string', default: '3' },
      help: { type: 'boolean', default: false },
    },
  });
  const [spans, rounds] = [Number(values.spans), Number(values.rounds)];
  if (values.help || !(spans >= SPANS_PER_REQUEST) || !(rounds >= 1)) return console.log(HELP);
  const directory = await mkdtemp(join(tmpdir(), 'subtext-bench-'));
  const database = await openDatabase(directory);
  try {
    await run(database.url, { spans, rounds, directory });
  } finally {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function openDatabase(directory: string): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given === undefined) {
    const postgres = await startEmbeddedPostgres({ directory });
    return { url: postgres.url, close: () => postgres.stop() };
  }
  const name = `subtext_bench_${Date.now()}`;
  const administrator = connect(given, { max: 1 });
  await administrator.unsafe(`CREATE DATABASE ${name}`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  const close = async () => {
    await administrator.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
    await administrator.end();
  };
  return { url: url.toString(), close };
}

interface Plan {
  spans: number;
  rounds: number;
  directory: string;
}

async function run(databaseUrl: string, plan: Plan): Promise<void> {
  await migrate(databaseUrl);
  const sql = connect(databaseUrl, { max: COPY_CONNECTIONS + 1 });
  for (const table of BARE_TABLES) await sql.unsafe(createBareTable(table));
  const { id: projectId } = await ensureProject(sql, { slug: 'bench', name: 'Bench' });
  const { key } = await createApiKey(sql, { projectId, name: 'bench', scopes: ['ingest'] });
  const bare = await start('ingest-bare.ts', { parameters: [databaseUrl, projectId] });
  const ingest = await start('../apps/ingest/src/main.ts', { environment: { DATABASE_URL: databaseUrl } });
  const [{ id: connectionId }] = (await sql`SELECT pg_backend_pid() AS id`) as unknown as [{ id: number }];
  const targets = { bare: { url: bare.url, key }, ingest: { url: ingest.url, key } };
  const bench: Bench = {
    sql,
    projectId,
    serverId: serverOf(connectionId),
    targets,
    processes: { bare: bare.child, ingest: ingest.child },
  };
  try {
    await compare(bench, plan);
    await reportAnswers(bench);
    await reportLongTrace(bench);
    await end(ingest.child);
    await reportStages(databaseUrl, key, plan);
    await reportDisk(bench);
  } finally {
    await Promise.all([end(bare.child), end(ingest.child)]);
    await sql.end();
  }
}

async function compare(bench: Bench, { spans, rounds }: Plan): Promise<void> {
  console.log(
    `${spans} spans a round, ${SPANS_PER_REQUEST} a request; spans per second (CPU µs a span: receiver + PostgreSQL)`,
  );
  const measured = new Map<Way, Measured[]>(WAYS.map((way) => [way, []]));
  for (let round = 1 - WARM_UP_ROUNDS; round <= rounds; round += 1) {
    const line: string[] = [];
    for (const way of WAYS) {
      const result = await measure(bench, way, way.startsWith('live') ? makeLiveRequests(spans) : makeRequests(spans));
      line.push(`${way} ${shown(result)}`);
      if (round > 0) measured.get(way)!.push(result);
    }
    console.log(`  ${round > 0 ? `round ${round}` : 'warm up'}   ${line.join('   ')}`);
  }
  const rates = (way: Way) => measured.get(way)!.map(({ spansPerSecond }) => spansPerSecond);
  console.log('\nmedians');
  for (const way of WAYS) {
    const all = measured.get(way)!;
    const typical = {
      spansPerSecond: median(rates(way)),
      receiverCpu: median(all.map(({ receiverCpu }) => receiverCpu)),
      serverCpu: median(all.map(({ serverCpu }) => serverCpu)),
    };
    console.log(`  ${way.padEnd(12)} ${shown(typical)}`);
  }
  console.log('\nratios of one round, median');
  reportRatio('live / whole traces', rates('live'), rates('ingest'));
  reportRatio('live / whole, gzip', rates('live gzip'), rates('ingest gzip'));
  reportRatio('ingest / COPY', rates('ingest'), rates('COPY'));
  reportRatio('ingest / bare', rates('ingest'), rates('bare'));
  reportRatio('ingest gzip / COPY', rates('ingest gzip'), rates('COPY'));
  reportRatio('ingest gzip / bare gzip', rates('ingest gzip'), rates('bare gzip'));
  reportFlatness(rates('ingest'), rates('COPY'));
  console.log('\nthe same by CPU of receiver and PostgreSQL, which other work on the machine disturbs less');
  const thrift = (way: Way) => measured.get(way)!.map(({ receiverCpu, serverCpu }) => 1 / (receiverCpu + serverCpu));
  reportRatio('live / whole traces', thrift('live'), thrift('ingest'));
  reportRatio('ingest / COPY', thrift('ingest'), thrift('COPY'));
  reportRatio('ingest / bare', thrift('ingest'), thrift('bare'));
  reportRatio('ingest gzip / bare gzip', thrift('ingest gzip'), thrift('bare gzip'));
}

function shown({ spansPerSecond, receiverCpu, serverCpu }: Measured): string {
  return `${Math.round(spansPerSecond)} (${Math.round(receiverCpu)} + ${Math.round(serverCpu)})`;
}

function reportRatio(name: string, above: readonly number[], below: readonly number[]): void {
  const ratios = above.map((value, index) => value / below[index]!);
  console.log(`  ${name.padEnd(24)} ${median(ratios).toFixed(2)}`);
}

/** Compares each round with the COPY of the same round, because the machine's own speed varies. */
function reportFlatness(ingest: readonly number[], copy: readonly number[]): void {
  const ratios = ingest.map((value, index) => value / copy[index]!);
  const third = Math.max(1, Math.floor(ratios.length / 3));
  const change = median(ratios.slice(-third)) / median(ratios.slice(0, third));
  console.log(`  ${'last third / first third'.padEnd(24)} ${change.toFixed(2)}`);
}

async function measure(bench: Bench, way: Way, requests: readonly ExportRequest[]): Promise<Measured> {
  const spans = requests.reduce((sum, request) => sum + request.spans.length, 0);
  const receiver = way === 'COPY' ? process.pid : bench.processes[targetOf(way)].pid!;
  const send = sender(bench, way, requests);
  const before = { receiver: cpuOf(receiver), server: cpuOfServer(bench.serverId), at: performance.now() };
  await send();
  const seconds = (performance.now() - before.at) / 1_000;
  return {
    spansPerSecond: spans / seconds,
    receiverCpu: ((cpuOf(receiver) - before.receiver) / spans) * 1e6,
    serverCpu: ((cpuOfServer(bench.serverId) - before.server) / spans) * 1e6,
  };
}

function targetOf(way: Exclude<Way, 'COPY'>): 'bare' | 'ingest' {
  return way.startsWith('bare') ? 'bare' : 'ingest';
}

/** Prepares everything that must not be measured. */
function sender(
  { sql, projectId, targets }: Bench,
  way: Way,
  requests: readonly ExportRequest[],
): () => Promise<unknown> {
  if (way !== 'COPY') {
    const sent = bodiesOf(requests, way.endsWith('gzip'));
    return () => sendAll(targets[targetOf(way)], sent);
  }
  const texts = requests.map(({ spans }) => copyText(projectId, spans));
  return () =>
    inTurn(texts, COPY_CONNECTIONS, async (text) => {
      await pipeline(Readable.from([text]), await sql`COPY copied FROM STDIN`.writable());
    });
}

function bodiesOf(requests: readonly ExportRequest[], gzip: boolean): Sent[] {
  return requests.map(({ body }) => ({ body: gzip ? gzipSync(body) : body, gzip }));
}

async function reportAnswers(bench: Bench): Promise<void> {
  console.log(`\nmilliseconds until the answer at ${PACE * 100} % of the rate just before`);
  const all: number[] = [];
  for (let turn = 1; turn <= PACED_TURNS; turn += 1) {
    const { spansPerSecond } = await measure(bench, 'ingest', makeRequests(PACED_SPANS));
    const requests = bodiesOf(makeRequests(PACED_SPANS), false);
    const pace = spansPerSecond * PACE;
    const times = await sendAtPace(bench.targets.ingest, requests, (SPANS_PER_REQUEST / pace) * 1_000);
    console.log(`  ${Math.round(pace)} spans a second   ${answers(times)}`);
    all.push(...times);
  }
  console.log(`  together   ${answers(all)}`);
}

/** The cost of a span must not grow with its trace. */
async function reportLongTrace({ targets }: Bench): Promise<void> {
  const requests = bodiesOf(makeLongTrace(LONG_TRACE), true);
  const answeredAt = (await sendAll(targets.ingest, requests)).toSorted((left, right) => left - right);
  const tenth = Math.floor(answeredAt.length / 10);
  const [first, last] = [answeredAt[tenth - 1]!, answeredAt.at(-1)! - answeredAt.at(-1 - tenth)!];
  const rate = (seconds: number) => Math.round((tenth * SPANS_PER_REQUEST) / seconds);
  console.log(
    `\na trace of ${LONG_TRACE} spans: ${rate(first)} spans a second in the first tenth, ${rate(last)} in the last, ratio ${(first / last).toFixed(2)}`,
  );
}

function answers(times: readonly number[]): string {
  const at = (share: number) => Math.round(quantile(times, share));
  return `p50 ${at(0.5)}, p99 ${at(0.99)} (${times.length} requests)`;
}

/**
 * Runs one more ingest process with a profiler. The profiler slows it down, so only the shares are meaningful and not
 * the sum.
 */
async function reportStages(databaseUrl: string, key: string, { spans, directory }: Plan): Promise<void> {
  const profiles = join(directory, 'profiles');
  const flags = ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
  const ingest = await start('../apps/ingest/src/main.ts', { environment: { DATABASE_URL: databaseUrl }, flags });
  const target = { url: ingest.url, key };
  await sendAll(target, bodiesOf(makeRequests(WARM_UP_SPANS), true));
  const requests = bodiesOf(makeRequests(spans), true);
  const from = monotonicMicros();
  await sendAll(target, requests);
  await end(ingest.child);
  const files = await readdir(profiles);
  const stages = stagesOf(
    files.map((file) => join(profiles, file)),
    from,
  );
  const sum = [...stages.values()].reduce((total, seconds) => total + seconds, 0);
  console.log('\nwhere ingest spends its CPU, gzip, all its threads but those that inflate');
  for (const [stage, seconds] of stages) {
    const microseconds = ((seconds / spans) * 1e6).toFixed(1).padStart(6);
    console.log(`  ${stage.padEnd(26)} ${microseconds} µs a span   ${Math.round((seconds / sum) * 100)} %`);
  }
}

async function reportDisk({ sql }: Bench): Promise<void> {
  const [row] = await sql<{ bytes: bigint; spans: bigint; copied: bigint; rows: bigint }[]>`
    SELECT (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('spans') WHERE isleaf)::bigint
      + (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('tool_calls') WHERE isleaf)::bigint
      + (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('tool_call_texts') WHERE isleaf)::bigint
      + (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('payloads') WHERE isleaf)::bigint
      + pg_total_relation_size('traces') AS bytes,
      (SELECT count(*) FROM spans) AS spans, pg_total_relation_size('copied') AS copied, (SELECT count(*) FROM copied) AS rows`;
  const perRow = (bytes: bigint, rows: bigint) => Math.round(Number(bytes) / Number(rows));
  console.log(
    `\non disk: ${perRow(row!.bytes, row!.spans)} bytes a span, bare table ${perRow(row!.copied, row!.rows)}`,
  );
}

await main();
