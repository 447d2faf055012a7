// Ingest and web as parts of the system: how each is started, in production and in development.
import { join } from 'node:path';
import { type ProcessPlan, startProcess, waitUntilReady } from './managed-process.ts';
import type { Part } from './part.ts';
import { inRoot } from './paths.ts';
import { LOOPBACK } from './ports.ts';
import { Supervisor } from './supervisor.ts';

export interface ServerPlan {
  name: string;
  command: string[];
  directory: string;
  env: Record<string, string>;
  readyUrl: string;
}

export interface ServerContext {
  logs: string;
  signal: AbortSignal;
  onTrouble(line: string): void;
}

interface IngestOptions {
  databaseUrl: string;
  port: number;
  /** undefined = gRPC is not served. */
  grpcPort: number | undefined;
  /** For the links in messages. */
  webUrl: string;
  /** Opens the secrets of export targets. */
  authSecret: string;
  isDevelopment: boolean;
}

export function ingestPlan(options: IngestOptions): ServerPlan {
  const script = inRoot('apps/ingest/src/main.ts');
  return {
    name: 'Ingest',
    command: options.isDevelopment ? ['--watch', '--watch-preserve-output', script] : [script],
    directory: inRoot('apps/ingest'),
    env: {
      DATABASE_URL: options.databaseUrl,
      SUBTEXT_INGEST_HOST: LOOPBACK,
      SUBTEXT_INGEST_PORT: String(options.port),
      SUBTEXT_INGEST_GRPC_PORT: String(options.grpcPort ?? ''),
      SUBTEXT_WEB_URL: options.webUrl,
      SUBTEXT_AUTH_SECRET: options.authSecret,
    },
    readyUrl: `http://${LOOPBACK}:${options.port}/readyz`,
  };
}

export function webPlan(options: { env: Record<string, string>; port: number; isDevelopment: boolean }): ServerPlan {
  const script = inRoot('apps/web/src/server/main.ts');
  return {
    name: 'Web',
    command: [
      script,
      ...(options.isDevelopment ? ['--dev'] : []),
      '--hostname',
      LOOPBACK,
      '--port',
      String(options.port),
    ],
    directory: inRoot('apps/web'),
    env: { ...options.env, NODE_ENV: options.isDevelopment ? 'development' : 'production' },
    readyUrl: `http://${LOOPBACK}:${options.port}/api/healthz`,
  };
}

/**
 * The caller gets the part before it is ready, so that it can stop the part when it gives up waiting.
 * @throws UserError when the part does not become ready. Once it was ready, it is restarted when it dies.
 */
export async function startServer(
  plan: ServerPlan,
  context: ServerContext,
  handOver: (part: Part) => void,
): Promise<void> {
  const logFile = join(context.logs, `${plan.name.toLowerCase()}.log`);
  let isReady = false;
  // Until it is ready, the error shows the end of the log, so the lines need not be printed as well.
  const onTrouble = (line: string) => isReady && !part.isStopping && context.onTrouble(line);
  const processPlan: ProcessPlan = { ...plan, logFile, onTrouble };
  const first = startProcess(processPlan);
  const startAgain = () => Promise.resolve(startProcess(processPlan));
  const part = new Supervisor({ name: plan.name, logFile, startAgain, say: context.onTrouble }, first);
  handOver(part);
  await waitUntilReady(first, { url: plan.readyUrl, logFile, signal: context.signal });
  isReady = true;
  part.watch();
}
