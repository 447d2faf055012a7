// The whole of Subtext as one value: PostgreSQL, ingest and web, started in order and stopped in reverse order.
// Imported only after the build: @subtext/db needs the generated Prisma client.
import { rm, writeFile } from 'node:fs/promises';
import { migrate } from '@subtext/db';
import { type DataDirectory, ensureSecret } from './data-directory.ts';
import { ensureIngestKey } from './ingest-key.ts';
import type { Part } from './part.ts';
import { inRoot } from './paths.ts';
import { LOOPBACK } from './ports.ts';
import { type OwnPostgres, startPostgres } from './postgres-part.ts';
import type { Progress } from './progress.ts';
import { type ServerPlan, ingestPlan, startServer, webPlan } from './server-part.ts';
import { type UserError, orSentence } from './user-error.ts';

export interface SystemOptions {
  data: DataDirectory;
  port: number;
  ingestPort: number;
  /** Absent = gRPC is not served. */
  grpcPort?: number;
  /** The user's own PostgreSQL; absent = the embedded one in the data directory. */
  databaseUrl?: string;
  /** Runs web and ingest from source and restarts them after changes. */
  isDevelopment: boolean;
  progress: Progress;
  signal: AbortSignal;
  /** Called at once with a function that kills all parts, including those that are still starting. */
  onKillable?(killNow: () => void): void;
}

export interface System {
  webUrl: string;
  ingestUrl: string;
  /** Absent = gRPC is not served. */
  grpcUrl?: string;
  ingestKey: string;
  databaseUrl: string;
  /** The path of the data, shown to the user when everything stops. */
  keptIn: string;
  /** The environment of the web process; a sign-in link needs it, too. */
  webEnv: Record<string, string>;
  /** Resolves when a part died too often to be started again. */
  failed: Promise<UserError>;
  /** Web, then ingest (which drains), then Postgres. */
  stop(onPart?: (name: string) => void): Promise<void>;
}

/** All or nothing: when a part does not start, the parts before it are stopped. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const parts: Part[] = [];
  const stop = async (onPart: (name: string) => void = () => {}) => {
    for (const part of parts.toReversed()) {
      onPart(part.name);
      await part.stop();
    }
    await rm(options.data.runFile, { force: true });
  };
  options.onKillable?.(() => parts.forEach((part) => part.killNow()));
  try {
    const facts = await startParts(options, parts);
    return { ...facts, failed: Promise.race(parts.map((part) => part.failed)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(options: SystemOptions, parts: Part[]): Promise<Omit<System, 'failed' | 'stop'>> {
  const { data, progress, signal, port, ingestPort, grpcPort, isDevelopment } = options;
  const own = options.databaseUrl === undefined ? await startOwnPostgres(options, parts) : undefined;
  const databaseUrl = own?.url ?? options.databaseUrl!;
  const ingestKey = await progress.step('Database', async (note) => {
    const applied = await orSentence(migrate(databaseUrl), `The database ${nameOf(databaseUrl)} cannot be used`);
    note(applied.length === 0 ? 'up to date' : `migrations applied: ${applied.length}`);
    return ensureIngestKey(databaseUrl, data.ingestKeyFile);
  });

  const ingestUrl = `http://${LOOPBACK}:${ingestPort}`;
  const webUrl = `http://${LOOPBACK}:${port}`;
  const authSecret = await ensureSecret(data.authSecretFile);
  const webEnv = {
    DATABASE_URL: databaseUrl,
    SUBTEXT_WEB_URL: webUrl,
    SUBTEXT_INGEST_URL: ingestUrl,
    SUBTEXT_SDK_SOURCE: inRoot('packages', 'sdk'),
    SUBTEXT_AUTH_SECRET: authSecret,
  };
  const start = (plan: ServerPlan, url: string) =>
    progress.step(plan.name, async (note) => {
      signal.throwIfAborted();
      const context = { logs: data.logs, signal, onTrouble: progress.say };
      await startServer(plan, context, (part) => parts.push(part));
      note(url);
    });
  await start(ingestPlan({ databaseUrl, port: ingestPort, grpcPort, webUrl, authSecret, isDevelopment }), ingestUrl);
  await start(webPlan({ env: webEnv, port, isDevelopment }), webUrl);
  await writeFile(data.runFile, JSON.stringify({ webEnv }), { mode: 0o600 });
  const keptIn = own === undefined ? 'your Postgres' : placesOf(data, own.directory);
  const grpcUrl = grpcPort === undefined ? {} : { grpcUrl: `http://${LOOPBACK}:${grpcPort}` };
  return { webUrl, ingestUrl, ...grpcUrl, ingestKey, databaseUrl, keptIn, webEnv };
}

/** Without the password. */
function nameOf(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'of DATABASE_URL (which is no URL)';
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${pathname.slice(1)} at ${hostname}:${port || 5432}`;
}

/** The database is outside of the data directory when PostgreSQL's user cannot enter that. */
function placesOf(data: DataDirectory, database: string): string {
  return database.startsWith(data.path) ? data.path : `${data.path} and ${database}`;
}

function startOwnPostgres({ data, progress, signal }: SystemOptions, parts: Part[]): Promise<OwnPostgres> {
  return progress.step('Postgres', async (note) => {
    signal.throwIfAborted();
    const own = await orSentence(startPostgres(data.postgres, progress.say), 'Postgres did not start');
    parts.push(own.part);
    note(`data in ${own.directory}`);
    return own;
  });
}
