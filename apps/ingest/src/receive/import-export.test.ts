// An export, imported by the real program into another project: the same rows and sums as before.
import { checkSums, createApiKey, ensureProject, EXPORT_SCHEMA, exportPage, type ExportCursor } from '@subtext/db';
import { FIXTURES } from '@subtext/conventions/testing';
import { directoryTarget, runExport, type FileFormat } from '@subtext/export';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonLog, jsonLogs } from '../testing/otlp-logs.ts';
import { bytesOf, planted, projectOn, word } from '../testing/planted.ts';

/** Each starts the program twice, also on a busy machine. */
const TIMEOUT_MS = 60_000;
const PROGRAM = join(import.meta.dirname, '../../../../packages/cli/src/main.ts');

let ingest: TestIngest;
let directory: string;

beforeAll(async () => {
  ingest = await startIngest();
  directory = await mkdtemp(join(tmpdir(), 'subtext-export-'));
  for (const fixture of FIXTURES) await post('/v1/traces', new Uint8Array(bytesOf(fixture)), 'application/x-protobuf');
  await post('/v1/logs', JSON.stringify(SESSION), 'application/json');
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await ingest.close();
});

/** The log records of a session of Codex, which have no span ids. */
const SESSION = jsonLogs([
  jsonLog({ attributes: { 'event.name': 'codex.user_prompt', 'conversation.id': 'c1', prompt: 'Is A7 in stock?' } }),
  jsonLog({
    attributes: {
      ...{ 'event.name': 'codex.sse_event', 'event.kind': 'response.completed', 'conversation.id': 'c1' },
      ...{ model: 'gpt-5.2', input_token_count: 120, output_token_count: 40, reasoning_token_count: 24 },
    },
  }),
]);

async function post(path: string, body: Uint8Array<ArrayBuffer> | string, type: string): Promise<void> {
  const headers = { 'content-type': type, authorization: `Bearer ${ingest.key}` };
  const answer = await fetch(`${ingest.url}${path}`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
}

async function exported(projectId: string, format: FileFormat): Promise<string> {
  const root = await mkdtemp(join(directory, format));
  const source = async (cursor: string | null) => {
    const after = cursor === null ? null : (JSON.parse(cursor) as ExportCursor);
    return Promise.resolve({ schema: EXPORT_SCHEMA, project: 'shop', rows: rowsOf(projectId, after) });
  };
  await runExport({ source, target: directoryTarget(root), format, since: null });
  return root;
}

async function* rowsOf(projectId: string, after: ExportCursor | null) {
  const { stored, next } = yield* exportPage(ingest.database.sql, { projectId, after, since: null });
  return { stored, next: next && JSON.stringify(next) };
}

async function newProject(slug: string): Promise<{ projectId: string; key: string }> {
  const { sql } = ingest.database;
  const { id: projectId } = await ensureProject(sql, { slug, name: slug });
  return { projectId, key: (await createApiKey(sql, { projectId, name: 'import', scopes: ['ingest'] })).key };
}

async function subtextImport(path: string, key: string): Promise<Record<string, unknown>> {
  const env = { PATH: process.env.PATH, SUBTEXT_INGEST_URL: ingest.url, SUBTEXT_API_KEY: key } as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, [PROGRAM, 'import', 'subtext', path, '--json'], { env });
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  const code = await new Promise((resolve) => void child.once('close', resolve));
  expect([code, error]).toEqual([0, '']);
  return JSON.parse(out) as Record<string, unknown>;
}

/** Every row and sum of a project, without what differs from project to project. */
async function allRows(projectId: string): Promise<Record<string, string[]>> {
  const { sql } = ingest.database;
  const tables = ['traces', 'spans', 'tool_calls', 'tool_call_texts', 'scores', 'model_rollups', 'tool_rollups'];
  const found = tables.map(async (table) => {
    // The ids of spans that are made of log records contain the project.
    const rows = await sql.unsafe<{ row: string }[]>(
      `SELECT (to_jsonb(t) - 'project_id' - 'updated_at' - 'created_at' - 'words' - 'key_id' - 'id')::text AS row
       FROM ${table} AS t WHERE project_id = $1`,
      [projectId],
    );
    return [table, rows.map(({ row }) => row).sort()] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** Without the rows of the session, whose ids contain the project. */
const withoutSession = (rows: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(rows).map(([table, some]) => [table, table.endsWith('rollups') ? some : some.filter(isOfSpans)]),
  );
const isOfSpans = (row: string) => !row.includes('"c1"') && !row.includes('codex');

describe('subtext import subtext', { timeout: TIMEOUT_MS }, () => {
  it.each(['jsonl', 'parquet'] as const)('gives the same rows and the same sums, once or twice: %s', async (format) => {
    const before = await allRows(ingest.projectId);
    expect(before.spans!.length).toBeGreaterThan(80);
    const path = await exported(ingest.projectId, format);
    const { projectId, key } = await newProject(`copy-${format}`);
    const imported = await subtextImport(path, key);
    expect(imported).toMatchObject({ spans: before.spans!.length, spans_rejected: 0, spans_without_content: 0 });
    const after = await allRows(projectId);
    expect(withoutSession(after)).toEqual(withoutSession(before));
    for (const [table, rows] of Object.entries(before)) expect(after[table]).toHaveLength(rows.length);

    await subtextImport(path, key);
    expect(await allRows(projectId)).toEqual(after);
    expect(await checkSums(ingest.database.sql, projectId)).toEqual([]);
  });

  it('changes nothing in the project that it came from', async () => {
    const before = await allRows(ingest.projectId);
    await subtextImport(await exported(ingest.projectId, 'jsonl'), ingest.key);
    expect(await allRows(ingest.projectId)).toEqual(before);
  });
});

describe('secrets', () => {
  const allIn = async (root: string) => {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return (await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))).join('');
  };

  const exportOf = async (rules: object, [hidden, masked]: readonly [string, string]) => {
    const { projectId, send } = await projectOn(ingest, rules);
    const secrets = { reasoning: hidden, text: masked, arguments: masked, results: masked };
    for (const fixture of FIXTURES) expect(await send(bytesOf(planted(fixture, secrets)))).toBe(200);
    return allIn(await exported(projectId, 'jsonl'));
  };

  it(
    'that the rules of a project keep out are in no file of its export',
    async () => {
      const secrets = [word(), word()] as const;
      const mask = { patterns: [{ name: 'secret', pattern: secrets[1] }] };
      const kept = await exportOf({ capture: { reasoning: 'none' }, mask }, secrets);
      expect([kept.includes(secrets[0]), kept.includes(secrets[1])]).toEqual([false, false]);
      // Without rules both are there, so the search would find them.
      const open = await exportOf({}, secrets);
      expect([open.includes(secrets[0]), open.includes(secrets[1])]).toEqual([true, true]);
    },
    TIMEOUT_MS,
  );
});
