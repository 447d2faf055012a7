// Ingest and web as parts of the system: how each is started, for use and for work on the code.
import { join } from 'node:path';
import { startProcess, waitUntilReady } from './managed-process.ts';
import type { Part } from './part.ts';
import { inRoot } from './paths.ts';
import { LOOPBACK } from './ports.ts';
import { UserError } from './user-error.ts';

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

/** The part is handed over before it is ready, so that whoever gives up waiting can stop it. */
export async function startServer(
  plan: ServerPlan,
  context: ServerContext,
  handOver: (part: Part) => void,
): Promise<void> {
  const logFile = join(context.logs, `${plan.name.toLowerCase()}.log`);
  let isReady = false;
  let isStopping = false;
  // Until it is ready, the end of the log tells what went wrong; nobody wants to read it twice.
  const onTrouble = (line: string) => isReady && !isStopping && context.onTrouble(line);
  const child = await startProcess({ ...plan, logFile, onTrouble });
  const failed = new Promise<UserError>((resolve) => {
    void child.exited.then((how) => {
      if (!isStopping) resolve(new UserError(`${plan.name} stopped unexpectedly (${how}). Its log is ${logFile}`));
    });
  });
  const stop = () => ((isStopping = true), child.stop());
  handOver({ name: plan.name, failed, stop, killNow: child.killNow });
  await waitUntilReady(child, { url: plan.readyUrl, logFile, signal: context.signal });
  isReady = true;
}
