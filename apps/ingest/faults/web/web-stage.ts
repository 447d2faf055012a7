/**
 * The system under test: a PostgreSQL of its own, the built web app, a project with the long trace and another with a
 * small one.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connect, createApiKey, ensureProject, migrate, startEmbeddedPostgres, type Sql } from '@subtext/db';
import { freePort } from '../ingest-process.ts';
import { watchOthers } from './others.ts';
import { startWeb, WEB_DIRECTORY, type WebProcess } from './web-process.ts';
import { LONG_TRACE, SMALL_TRACE, storeLargeStep, storeTrace } from './web-store.ts';

export interface WebStage {
  web: WebProcess;
  sql: Sql;
  url: string;
  /** The project with the long trace. */
  attacker: { slug: string; key: string };
  /** The project with the small trace. */
  other: { slug: string; key: string };
  /** Session of the owner, who is a member of both projects. */
  cookie: string;
  close(): Promise<void>;
}

export interface StageSizes {
  /** Number of spans in the long trace. */
  spans: number;
  /** Size of the payload of the step with a large context. */
  payloadBytes: number;
}

const SMALL_SPANS = 40;
const WARM_UP_MS = 5_000;

export async function openWebStage({ spans, payloadBytes }: StageSizes): Promise<WebStage> {
  const directory = await mkdtemp(join(tmpdir(), 'subtext-faults-web-'));
  const settings = { shared_buffers: '256MB' };
  const postgres = await startEmbeddedPostgres({ directory, port: await freePort(), settings });
  const sql = connect(postgres.url, { max: 2, applicationName: 'faults' });
  let web: WebProcess | undefined;
  const close = async () => {
    await web?.stop();
    await sql.end({ timeout: 1 });
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await migrate(postgres.url);
    const attacker = await newProject(sql, 'attacker');
    const other = await newProject(sql, 'other');
    await storeTrace(sql, { projectId: attacker.id, traceId: LONG_TRACE, spans });
    await storeLargeStep(sql, attacker.id, payloadBytes);
    await storeTrace(sql, { projectId: other.id, traceId: SMALL_TRACE, spans: SMALL_SPANS });
    await sql`analyze`;
    web = await startWeb(postgres.url);
    const cookie = await signIn(sql, web);
    const stage = { web, sql, url: `http://127.0.0.1:${web.port}`, attacker, other, cookie, close };
    await warmUp(stage);
    return stage;
  } catch (error) {
    await close();
    throw error;
  }
}

/** The first requests of a process compile what they run, which is no effect of a fault. */
async function warmUp(stage: WebStage): Promise<void> {
  const watch = await watchOthers(stage);
  await delay(WARM_UP_MS);
  await watch.stop();
}

async function newProject(sql: Sql, slug: string) {
  const { id } = await ensureProject(sql, { slug, name: slug });
  const { key } = await createApiKey(sql, { projectId: id, name: 'faults', scopes: ['read'] });
  return { id, slug, key };
}

/** By a link of the web app's own printer, as a person does. Resolves to the header that a browser would send. */
async function signIn(sql: Sql, web: WebProcess): Promise<string> {
  const printer = ['src/server/sign-in-link.ts'];
  const options = { cwd: WEB_DIRECTORY, env: { ...process.env, ...web.env } };
  const { stdout } = await promisify(execFile)(process.execPath, printer, options);
  const link = stdout.trim().split('\n').at(-1)!;
  await sql`insert into project_members (project_id, user_id, role)
    select p.id, u.id, 'owner' from projects p, users u on conflict do nothing`;
  const answer = await fetch(link, { redirect: 'manual' });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  if (cookies.length === 0) throw new Error(`Signing in with ${link} was answered ${answer.status}, without a cookie.`);
  return cookies.join('; ');
}
