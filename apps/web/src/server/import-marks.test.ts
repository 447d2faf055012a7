// `subtext export` and `subtext import subtext`, as users run them: tags and bookmarks that users gave arrive.
import { auditPage, createApiKey, createWriteBatch, ensureProject, markTraces, traceSummary } from '@subtext/db';
import { storableSpan } from '@subtext/db/testing';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer } from './read-api/answer.ts';
import { openOwner, TEST_ENV, type Owner } from './testing/owner.ts';
import { serve, type Served } from './testing/serve.ts';

const PROGRAM = join(import.meta.dirname, '../../../../packages/cli/src/main.ts');
/** Each starts the program several times, also on a busy machine. */
const TIMEOUT_MS = 60_000;
const [TAGGED, BOOKMARKED, PLAIN] = ['a', 'b', 'c'].map((digit) => digit.repeat(32)) as [string, string, string];

let owner: Owner;
let served: Served;
let directory: string;

beforeAll(async () => {
  owner = await openOwner();
  const { prisma, reads, database } = owner;
  const services = { prisma, sql: database.sql, reads, env: TEST_ENV };
  served = await serve((request) => answer(request, new URL(request.url).pathname.split('/').slice(3), services));
  directory = await mkdtemp(join(tmpdir(), 'subtext-marks-'));
});
afterAll(async () => {
  await served.close();
  await owner.close();
  await rm(directory, { recursive: true, force: true });
});

/** A project with the three traces. Their spans are stored without what was sent, so an import sends none. */
async function projectWith(slug: string, scopes: Parameters<typeof createApiKey>[1]['scopes']) {
  const { sql } = owner.database;
  const { id: projectId } = await ensureProject(sql, { slug, name: slug });
  await createWriteBatch(sql)(
    [TAGGED, BOOKMARKED, PLAIN].map((traceId) => ({ ...storableSpan({ traceId }), projectId })),
  );
  return { projectId, key: (await createApiKey(sql, { projectId, name: slug, scopes })).key };
}

async function subtext(parameters: readonly string[], key: string) {
  const urls = { SUBTEXT_URL: served.url, SUBTEXT_INGEST_URL: served.url };
  const env: Record<string, string> = { PATH: process.env.PATH ?? '', ...urls, SUBTEXT_API_KEY: key };
  const child = spawn(process.execPath, [PROGRAM, ...parameters], { env: env as NodeJS.ProcessEnv });
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  const code = await new Promise((resolve) => void child.once('close', resolve));
  return { code, out, error };
}

async function marksIn(projectId: string) {
  const found = [TAGGED, BOOKMARKED, PLAIN].map(async (traceId) => {
    const summary = await traceSummary(owner.database.sql, { projectId, traceId });
    return [summary?.tags, summary?.bookmarked];
  });
  return Promise.all(found);
}

it.each(['jsonl', 'parquet'] as const)(
  'tags and bookmarks arrive once or twice, and only with the scope: %s',
  async (format) => {
    const { sql } = owner.database;
    const from = await projectWith(`from-${format}`, ['read']);
    await markTraces(sql, { projectId: from.projectId, traceIds: [TAGGED], addTags: ['checked', 'vip'] });
    await markTraces(sql, { projectId: from.projectId, traceIds: [BOOKMARKED], bookmarked: true });
    const place = join(directory, format);
    expect(await subtext(['export', place, '--format', format], from.key)).toMatchObject({ code: 0 });

    const into = await projectWith(`into-${format}`, ['ingest', 'read', 'scores']);
    expect(await marksIn(into.projectId)).toEqual([
      [[], false],
      [[], false],
      [[], false],
    ]);
    const { key: without } = await createApiKey(sql, {
      projectId: into.projectId,
      name: 'x',
      scopes: ['ingest', 'read'],
    });
    expect(await subtext(['import', 'subtext', place], without)).toMatchObject({
      ...{ code: 1, error: expect.stringContaining('may not write scores or tags') },
    });
    const dry = await subtext(['import', 'subtext', place, '--dry-run', '--json'], into.key);
    expect(JSON.parse(dry.out)).toMatchObject({ traces_with_marks: 2, spans: 0 });
    for (let times = 0; times < 2; times++)
      expect(await subtext(['import', 'subtext', place], into.key)).toMatchObject({ code: 0, error: '' });
    expect(await marksIn(into.projectId)).toEqual(await marksIn(from.projectId));
    expect(await marksIn(into.projectId)).toEqual([
      [['checked', 'vip'], false],
      [[], true],
      [[], false],
    ]);
    const [entry] = await auditPage(sql, { projectId: into.projectId, limit: 1 });
    expect(entry).toMatchObject({ action: 'traces.mark', actor: expect.stringContaining('API key') });
  },
  TIMEOUT_MS,
);
