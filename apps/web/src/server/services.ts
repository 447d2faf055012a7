// The shared services of the web process: one Prisma client, one pool, one auth instance. Created on first use, so that
// a build needs no database.
import 'server-only';
import { connect, createPrisma, poolState, type PrismaClient, type Sql } from '@subtext/db';
import { createAuth, type Auth } from './sign-in/auth.ts';
import { readEnv, type WebEnv } from './env.ts';
import { LargeReads } from './large-reads/large-reads.ts';
import { liveShared } from './live/live-shared.ts';
import { webMetrics } from './metrics/web-metrics.ts';

export interface Services {
  env: WebEnv;
  prisma: PrismaClient;
  sql: Sql;
  auth: Auth;
  reads: LargeReads;
}

/** The user has left by then; every screen is designed for less than a second. */
const STATEMENT_TIMEOUT_MS = 30_000;

// On globalThis, because `next dev` loads this module again at every change.
const holder = globalThis as typeof globalThis & { subtextServices?: Services };

/** More than the requests of one project use at once (large-reads.ts). */
const CONNECTIONS = 16;

export function services(): Services {
  holder.subtextServices ??= open(readEnv());
  return holder.subtextServices;
}

function open(env: WebEnv): Services {
  const prisma = createPrisma(env.databaseUrl);
  const sql = connect(env.databaseUrl, {
    applicationName: 'subtext web',
    max: CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const { sources } = webMetrics();
  sources.databasePool = () => poolState(sql);
  sources.liveStreams = () => liveShared(sql).seats.taken;
  const reads = new LargeReads({ databaseUrl: env.databaseUrl, sql });
  reads.prepare();
  sources.heavyReads = () => reads.state;
  return { env, prisma, sql, reads, auth: createAuth({ prisma, env }) };
}
