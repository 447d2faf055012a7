// `subtext export s3://…` as its users run it, to a real S3 server: in parts, killed, gone on with, refused.
import { createApiKey, createWriteBatch, ensureProject } from '@subtext/db';
import { storableSpan } from '@subtext/db/testing';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer } from './read-api/answer.ts';
import { openOwner, TEST_ENV, type Owner } from './testing/owner.ts';
import { serve, type Served } from './testing/serve.ts';

const PROGRAM = join(import.meta.dirname, '../../../../packages/cli/src/main.ts');
/** More than a page has. */
const [TRACES, SPANS] = [3, 5_000];
/** Each starts several programs, also on a busy machine. */
const TIMEOUT_MS = 120_000;
/** Longer than it takes to export a page on a busy machine. */
const WAIT = { timeout: 60_000, interval: 5 };

let owner: Owner;
let served: Served;
let server: S3rver;
let directory: string;
let environment: Record<string, string>;
let bucket: S3mini;

beforeAll(async () => {
  owner = await openOwner();
  const { prisma, reads, database } = owner;
  const { id: projectId } = await ensureProject(database.sql, { slug: 'default', name: 'Default' });
  const { key } = await createApiKey(database.sql, { projectId, name: 'exporter', scopes: ['read'] });
  const write = createWriteBatch(database.sql);
  for (let trace = 1; trace <= TRACES; trace++) await write(spansOf(projectId, trace));
  const services = { prisma, sql: database.sql, reads, env: TEST_ENV };
  served = await serve((request) => answer(request, new URL(request.url).pathname.split('/').slice(3), services));
  directory = await mkdtemp(join(tmpdir(), 'subtext-s3-'));
  server = new S3rver({ port: 0, silent: true, directory, configureBuckets: [{ name: 'exports', configs: [] }] });
  const { port } = (await server.run()) as unknown as { port: number };
  environment = {
    ...{ PATH: process.env.PATH ?? '', SUBTEXT_URL: served.url, SUBTEXT_API_KEY: key },
    ...{ AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER', AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` },
  };
  const endpoint = `http://127.0.0.1:${port}/exports`;
  bucket = new S3mini({ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1', endpoint });
}, TIMEOUT_MS);
afterAll(async () => {
  await server.close();
  await served.close();
  await owner.close();
  await rm(directory, { recursive: true, force: true });
});

const spansOf = (projectId: string, trace: number) =>
  Array.from({ length: SPANS }, (_, index) => ({
    ...storableSpan({
      traceId: String(trace).repeat(32),
      span: { spanId: index.toString(16).padStart(16, '0') },
      calls: [],
      body: JSON.stringify({ index, text: 'x'.repeat(1_000) }),
    }),
    projectId,
  }));

function started(parameters: readonly string[], env = environment) {
  const child = spawn(process.execPath, [PROGRAM, 'export', ...parameters], { env: env as NodeJS.ProcessEnv });
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  const ended = new Promise<{ code: number | null; out: string; error: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, out, error }));
  });
  return { child, ended };
}

interface Manifest {
  pages: number;
  finished_at: string | null;
  rows: Record<string, number>;
  files: { path: string; table: string; bytes: number }[];
}

async function manifestOf(prefix: string): Promise<Manifest | undefined> {
  const text = await bucket.getObject(`${prefix}/manifest.json`);
  return text === null ? undefined : (JSON.parse(text) as Manifest);
}

it(
  'writes large files in parts, and goes on after it was killed',
  async () => {
    const first = started(['s3://exports/daily/1']);
    await expect.poll(async () => (await manifestOf('daily/1'))?.pages, WAIT).toBe(1);
    first.child.kill('SIGKILL');
    await first.ended;
    const { code, out, error } = await started(['s3://exports/daily/1/', '--json']).ended;
    expect([code, error]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ rows: { traces: TRACES, spans: TRACES * SPANS } });

    const manifest = (await manifestOf('daily/1'))!;
    expect(manifest.pages).toBe(2);
    expect(Math.max(...manifest.files.map(({ bytes }) => bytes))).toBeGreaterThan(8 * 1024 ** 2);
    const ids = new Set<string>();
    for (const { path, bytes } of manifest.files.filter(({ table }) => table === 'spans')) {
      const text = (await bucket.getObject(`daily/1/${path}`))!;
      expect(Buffer.byteLength(text)).toBe(bytes);
      for (const line of text.trimEnd().split('\n')) {
        const { trace_id: traceId, span_id: spanId } = JSON.parse(line) as { trace_id: string; span_id: string };
        ids.add(`${traceId}/${spanId}`);
      }
    }
    expect(ids.size).toBe(TRACES * SPANS);
  },
  TIMEOUT_MS,
);

it(
  'says what S3 refuses, and what is missing',
  async () => {
    const wrong = await started(['s3://exports/x'], { ...environment, AWS_ACCESS_KEY_ID: 'wrong' }).ended;
    expect([wrong.code, wrong.error]).toEqual([1, expect.stringMatching(/^S3 refused the request \(403\)/)]);
    const none = await started(['s3://nowhere/x']).ended;
    expect([none.code, none.error]).toEqual([1, expect.stringMatching(/^S3 refused the request \(404\)/)]);
    const { AWS_ACCESS_KEY_ID: _, ...without } = environment;
    expect(await started(['s3://exports/x'], without).ended).toMatchObject({
      code: 1,
      error: expect.stringContaining('Set AWS_ACCESS_KEY_ID'),
    });
    expect(await started(['s3://'], environment).ended).toMatchObject({
      code: 1,
      error: expect.stringContaining('no address'),
    });
  },
  TIMEOUT_MS,
);
