/**
 * How fast ingest stores spans, beside what PostgreSQL does with the same bytes and nothing around them: COPY of ready rows, two connections,
 * primary key only. Both take turns in one run on one server, since absolute figures move with the machine. `--spans N` for longer rounds.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { connect, createApiKey, ensureProject, migrate, startEmbeddedPostgres, type Sql } from '@subtext/db';
import { encodeRequest, makeSpans } from './ingest-spans.ts';

const ROUNDS = 3;
const SPANS_PER_REQUEST = 512;
const IN_FLIGHT = 4;

interface Target {
  url: string;
  key: string;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { spans: { type: 'string', default: '10240' } } });
  const spansPerRound = Number(values.spans);
  const directory = await mkdtemp(join(tmpdir(), 'subtext-bench-'));
  const postgres = await startEmbeddedPostgres({ directory });
  await migrate(postgres.url);
  const sql = connect(postgres.url, { max: 3 });
  const { id: projectId } = await ensureProject(sql, { slug: 'bench', name: 'Bench' });
  const { key } = await createApiKey(sql, { projectId, name: 'bench', scopes: ['ingest'] });
  await sql`CREATE TABLE copied (project_id uuid, trace_id bytea, span_id bytea, name text, started_at timestamptz, duration_ns bigint,
    body text, PRIMARY KEY (project_id, trace_id, span_id))`;
  const { process: ingest, url } = await startIngest(postgres.url);
  try {
    await compare({ sql, projectId, target: { url, key }, spansPerRound });
  } finally {
    ingest.kill('SIGTERM');
    await sql.end();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

interface Comparison {
  sql: Sql;
  projectId: string;
  target: Target;
  spansPerRound: number;
}

async function compare({ sql, projectId, target, spansPerRound }: Comparison): Promise<void> {
  const copied: number[] = [];
  const ingested: number[] = [];
  console.log(
    `${spansPerRound} spans a round, ${SPANS_PER_REQUEST} a request, ${IN_FLIGHT} requests in flight; spans per second`,
  );
  for (let round = 0; round <= ROUNDS; round += 1) {
    const requests = requestsOf(spansPerRound);
    const rows = requests.map(({ spans }) => copyRows(projectId, spans));
    const bodies = requests.map(({ body }) => body);
    const byCopy = await rate(spansPerRound, () => inTurn(rows, 2, (text) => copy(sql, text)));
    const byIngest = await rate(spansPerRound, () => inTurn(bodies, IN_FLIGHT, (body) => send(target, body)));
    // The first round warms up.
    if (round === 0) continue;
    copied.push(byCopy);
    ingested.push(byIngest);
    console.log(`  round ${round}   COPY ${byCopy}   ingest ${byIngest}   ratio ${(byIngest / byCopy).toFixed(2)}`);
  }
  const ratio = median(ingested.map((value, index) => value / copied[index]!));
  console.log(`COPY ${median(copied)}   ingest ${median(ingested)}   ratio ${ratio.toFixed(2)} (medians)`);
}

function requestsOf(count: number): { spans: ReadableSpan[]; body: Uint8Array }[] {
  const spans = makeSpans(count);
  const starts = Array.from({ length: Math.ceil(count / SPANS_PER_REQUEST) }, (_, index) => index * SPANS_PER_REQUEST);
  return starts.map((start) => {
    const part = spans.slice(start, start + SPANS_PER_REQUEST);
    return { spans: part, body: encodeRequest(part) };
  });
}

/** COPY text format: tabs between, backslashes doubled. */
function copyRows(projectId: string, spans: readonly ReadableSpan[]): string {
  const lines = spans.map((span) => {
    const { traceId, spanId } = span.spanContext();
    const body = JSON.stringify({ name: span.name, attributes: span.attributes }).replaceAll('\\', '\\\\');
    const startedAt = new Date(span.startTime[0] * 1000).toISOString();
    return [projectId, `\\\\x${traceId}`, `\\\\x${spanId}`, span.name, startedAt, '1500000', body].join('\t');
  });
  return `${lines.join('\n')}\n`;
}

async function copy(sql: Sql, text: string): Promise<void> {
  await pipeline([text], await sql`COPY copied FROM STDIN`.writable());
}

async function send({ url, key }: Target, body: Uint8Array): Promise<void> {
  const headers = { 'content-type': 'application/x-protobuf', authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/v1/traces`, { method: 'POST', headers, body: new Uint8Array(body) });
  if (answer.status !== 200) throw new Error(`ingest answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Each item once, so many at a time. */
async function inTurn<Item>(items: readonly Item[], atOnce: number, run: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await run(items[next++]!);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function rate(count: number, run: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return Math.round((count / (performance.now() - startedAt)) * 1000);
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!;
}

/** Resolves when it listens; its log says where. */
async function startIngest(databaseUrl: string): Promise<{ process: ChildProcess; url: string }> {
  const main = new URL('../apps/ingest/src/main.ts', import.meta.url).pathname;
  const env = { ...process.env, DATABASE_URL: databaseUrl, SUBTEXT_INGEST_PORT: '0' };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout)) {
    const url = /http:\/\/[\d.]+:\d+/.exec(line)?.[0];
    if (url === undefined) continue;
    child.stdout.resume();
    return { process: child, url };
  }
  throw new Error('ingest ended before it listened.');
}

await main();
