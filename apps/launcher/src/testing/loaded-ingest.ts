// A real ingest on the database of a data directory, and senders that keep it busy, for tests of backups.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { connect, createApiKey, ensureProject, migrate, startEmbeddedPostgres } from '@subtext/db';
import { type DataDirectory, openDataDirectory } from '../data-directory.ts';
import { inRoot } from '../paths.ts';
import { freePort } from '../ports.ts';

export interface LoadedIngest {
  databaseUrl: string;
  data: DataDirectory;
  /** Spans that were answered with 200 so far. */
  accepted(): number;
  /** Stops the senders and ingest, so that nothing changes any more; the database keeps running. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

const SENDERS = 4;
/**
 * Few senders, because a slow machine would otherwise store more meanwhile and need longer for each restore. The test
 * only needs commits to continue.
 */
const SPANS_PER_REQUEST = 10;
/** From a small set, so that several batches change the same rows. */
const TRACES = Array.from({ length: 50 }, () => randomBytes(16).toString('hex'));
const READY_MS = 30_000;

/** Also writes the files through which other commands find a running Subtext. */
export async function startLoadedIngest(directory: string): Promise<LoadedIngest> {
  const data = await openDataDirectory(directory);
  const postgres = await startEmbeddedPostgres({ directory: data.postgres });
  await migrate(postgres.url);
  await writeFile(data.runFile, JSON.stringify({ webEnv: { DATABASE_URL: postgres.url } }));
  const [port, key] = await Promise.all([freePort(), createKey(postgres.url)]);
  const ingest = spawn(process.execPath, [inRoot('apps/ingest/src/main.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: postgres.url,
      SUBTEXT_INGEST_PORT: String(port),
      SUBTEXT_INGEST_GRPC_PORT: '',
    },
    stdio: 'ignore',
  });
  await ready(`http://127.0.0.1:${port}/readyz`);
  const { accepted, stopSending } = startSending(`http://127.0.0.1:${port}/v1/traces`, key);
  const settle = async () => {
    await stopSending();
    if (ingest.exitCode === null) await ended(ingest);
  };
  return {
    databaseUrl: postgres.url,
    data,
    accepted,
    settle,
    async stop() {
      await settle();
      await postgres.stop();
      await data.unlock();
    },
  };
}

async function createKey(databaseUrl: string): Promise<string> {
  const sql = connect(databaseUrl, { max: 1 });
  const { id: projectId } = await ensureProject(sql, { slug: 'shop', name: 'Shop' });
  const { key } = await createApiKey(sql, { projectId, name: 'test', scopes: ['ingest'] });
  await sql.end();
  return key;
}

async function ready(url: string): Promise<void> {
  for (const until = Date.now() + READY_MS; ;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > until) throw new Error(`No process is ready at ${url}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function startSending(url: string, key: string) {
  let accepted = 0;
  let isSending = true;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const send = async () => {
    while (isSending) {
      const spans = Array.from({ length: SPANS_PER_REQUEST }, (_, index) => generation(TRACES[index % TRACES.length]!));
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(request(spans)) });
      await answer.arrayBuffer();
      if (answer.status === 200) accepted += spans.length;
    }
  };
  const senders = Promise.all(Array.from({ length: SENDERS }, send));
  const stopSending = async () => {
    isSending = false;
    await senders;
  };
  return { accepted: () => accepted, stopSending };
}

/** Each has usage, so that each changes totals and rollups. */
function generation(traceId: string): object {
  const started = BigInt(Date.now()) * 1_000_000n;
  return {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    name: 'chat gpt-5.2',
    kind: 3,
    startTimeUnixNano: String(started),
    endTimeUnixNano: String(started + 1_500_000_000n),
    attributes: [
      { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
      { key: 'gen_ai.provider.name', value: { stringValue: 'openai' } },
      { key: 'gen_ai.request.model', value: { stringValue: 'gpt-5.2' } },
      { key: 'gen_ai.usage.input_tokens', value: { intValue: '210' } },
      { key: 'gen_ai.usage.output_tokens', value: { intValue: '96' } },
    ],
    status: { code: 1 },
  };
}

const request = (spans: readonly object[]) => ({
  resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: 'test' }, spans }] }],
});

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
