/**
 * The system under test: a durable PostgreSQL with its own data folder, a proxy in front of it, and the real ingest
 * process.
 */
import { readFile, rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  connect,
  createApiKey,
  ensureProject,
  migrate,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type Sql,
} from '@subtext/db';
import { freePort, startIngest, type IngestProcess } from './ingest-process.ts';
import { Proxy } from './proxy.ts';

export interface SystemOptions {
  /** The data folder; by default a new one in the temporary folder. */
  directory?: string;
  settings?: Record<string, string>;
  nodeArguments?: string[];
}

export interface Project {
  id: string;
  key: string;
}

export interface System {
  ingest: IngestProcess;
  /** The port of ingest. */
  port: number;
  proxy: Proxy;
  /** A direct connection, not through the proxy. */
  sql: Sql;
  projects: readonly [Project, Project];
  startIngest(): Promise<void>;
  /** Process id of the PostgreSQL server. */
  databaseProcess(): Promise<number>;
  /** Starts the server again; it recovers if necessary. */
  restartDatabase(): Promise<void>;
  stopDatabase(): Promise<void>;
  close(): Promise<void>;
}

export async function startSystem(options: SystemOptions = {}): Promise<System> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'subtext-faults-')));
  const cluster = { directory, port: await freePort(), settings: { shared_buffers: '64MB', ...options.settings } };
  let postgres: EmbeddedPostgres = await startEmbeddedPostgres(cluster);
  await migrate(postgres.url);
  const sql = connect(postgres.url, { max: 2, applicationName: 'faults' });
  const projects = [await newProject(sql, 'one'), await newProject(sql, 'two')] as const;
  const proxy = new Proxy(cluster.port);
  const throughProxy = new URL(postgres.url);
  throughProxy.port = String(await proxy.listen());
  const plan = { databaseUrl: throughProxy.toString(), port: await freePort(), nodeArguments: options.nodeArguments };
  const start = () => startIngest({ ...plan, nodeArguments: plan.nodeArguments ?? [] });
  const closeDatabase = async () => {
    proxy.close();
    await sql.end({ timeout: 1 });
    await postgres.stop();
    if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
  };
  const system: System = {
    ingest: await start().catch(async (error: unknown) => {
      await closeDatabase();
      throw error;
    }),
    port: plan.port,
    proxy,
    sql,
    projects,
    async startIngest() {
      system.ingest = await start();
    },
    async databaseProcess() {
      return Number((await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    },
    async restartDatabase() {
      postgres = await startEmbeddedPostgres(cluster);
    },
    stopDatabase: () => postgres.stop(),
    async close() {
      system.ingest.kill('SIGKILL');
      await closeDatabase();
    },
  };
  return system;
}

async function newProject(sql: Sql, slug: string): Promise<Project> {
  const { id } = await ensureProject(sql, { slug, name: slug });
  return { id, key: (await createApiKey(sql, { projectId: id, name: 'faults', scopes: ['ingest'] })).key };
}
