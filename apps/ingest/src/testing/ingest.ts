/** Ingest on a port of its own and a database of its own, for tests that speak HTTP to it. */
import { createApiKey, ensureProject, type ApiKeyScope } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { pino } from 'pino';
import type { Limits } from '../env.ts';
import { createIngest, type Ingest } from '../receive/server.ts';

export interface TestIngest {
  database: TestDatabase;
  ingest: Ingest;
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Where gRPC is served: `http://127.0.0.1:<port>` */
  grpcUrl: string;
  projectId: string;
  key: string;
  /** Lines of the log, as objects. */
  log: Record<string, unknown>[];
  newKey(scopes: ApiKeyScope[]): Promise<{ id: string; key: string }>;
  close(): Promise<void>;
}

const LIMITS: Limits = { bodyBytes: 1024 ** 2, memoryBytes: 32 * 1024 ** 2, queueSpans: 50_000 };

interface IngestOptions {
  /** Default: a free port. */
  port?: number;
  grpcPort?: number;
  /** Default: a new database. */
  database?: TestDatabase;
  /** Default: no threads. */
  threads?: number;
  metricsToken?: string;
}

export async function startIngest(limits: Partial<Limits> = {}, options: IngestOptions = {}): Promise<TestIngest> {
  const database = options.database ?? (await createTestDatabase());
  const { id: projectId } = await ensureProject(database.sql, { slug: 'shop', name: 'Shop' });
  const newKey = (scopes: ApiKeyScope[]) => createApiKey(database.sql, { projectId, name: 'test', scopes });
  const { key } = await newKey(['ingest']);
  const log: Record<string, unknown>[] = [];
  const logger = pino({ level: 'debug' }, { write: (line) => void log.push(JSON.parse(line) as (typeof log)[number]) });
  const ingest = createIngest({
    databaseUrl: database.url,
    limits: { ...LIMITS, ...limits },
    threads: options.threads ?? 0,
    metricsToken: options.metricsToken,
    logger,
  });
  const url = await ingest.app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const grpcPort = await ingest.grpc.listen({ host: '127.0.0.1', port: options.grpcPort ?? 0 });
  const grpcUrl = `http://127.0.0.1:${grpcPort}`;
  const close = async () => {
    await ingest.close();
    await database.drop();
  };
  return { database, ingest, url, grpcUrl, projectId, key, log, newKey, close };
}
