/** `npm start` of ingest: reads the environment, listens on HTTP and gRPC, and drains on SIGTERM. */
import { setFlagsFromString } from 'node:v8';
import { pino } from 'pino';
import { readEnv } from './env.ts';
import { createIngest } from './receive/server.ts';

/** Requests in progress are answered within ten seconds; one that hangs longer must not keep the process alive. */
const DRAIN_MS = 15_000;

/**
 * Spans live until their commit, which is longer than the default young generation lasts: with this size it is
 * collected before they are moved (docs/performance.md). MiB.
 */
setFlagsFromString('--max-semi-space-size=64');

const env = readEnv(process.env);
const logger = pino({ name: 'ingest', level: env.logLevel });
const { databaseUrl, limits, threads, keepDays, alerts, exports, checks, experiments, metricsToken } = env;
const ingest = createIngest({
  ...{ databaseUrl, limits, threads, keepDays, metricsToken, logger },
  ...{ alerts, exports, checks, experiments },
});

let stopping = false;
function stop(signal: NodeJS.Signals): void {
  if (stopping) return;
  stopping = true;
  logger.info({ signal }, 'draining');
  setTimeout(() => process.exit(1), DRAIN_MS).unref();
  ingest.close().then(
    () => process.exit(0),
    (error: unknown) => {
      logger.error({ err: error }, 'did not stop cleanly');
      process.exit(1);
    },
  );
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

await ingest.app.listen({ host: env.host, port: env.port });
if (env.grpcPort !== undefined) {
  // A gRPC port that is already in use is no reason to refuse HTTP requests.
  await ingest.grpc.listen({ host: env.host, port: env.grpcPort }).then(
    (port) => logger.info(`Server listening at ${env.host}:${port} (OTLP over gRPC)`),
    (error: Error) => logger.error(`OTLP over gRPC is not served: ${error.message} (SUBTEXT_INGEST_GRPC_PORT)`),
  );
}
