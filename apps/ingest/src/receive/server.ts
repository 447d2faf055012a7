/**
 * Receives requests and sends answers over HTTP and gRPC. Builds the servers without listening, so that tests call it
 * in process; main.ts listens.
 */
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { authenticator } from './authenticate.ts';
import { budgetBoard, type BudgetBoard } from './budget-board.ts';
import { openDatabase } from '../store/database.ts';
import type { AlertsEnv, Limits } from '../env.ts';
import type { ExperimentSettings } from '@subtext/experiments';
import type { ExportSettings } from '../exports/index.ts';
import { exporterHere, type Exporter } from '../exporter/index.ts';
import { exporterThreads } from '../exporter/threads.ts';
import { readiness, watchStores, type ReadinessCheck } from './health.ts';
import { createGrpcServer, type GrpcServer } from './grpc-server.ts';
import { startHousekeeping } from '../housekeeping.ts';
import { serveMetrics } from '../metrics/endpoint.ts';
import { ingestMetrics } from '../metrics/ingest-metrics.ts';
import type { Observe } from '../metrics/observation.ts';
import { memoryBudget } from './memory-budget.ts';
import { PATHS, receiveHttp } from './receive-http.ts';
import { noSuchPath, replyError } from './reply-error.ts';

export interface IngestOptions {
  databaseUrl: string;
  limits: Limits;
  /** Number of threads that read and store; 0 = everything runs in the thread that takes requests. */
  threads?: number;
  /** Days for which spans are kept; forever when absent. */
  keepDays?: number | null;
  /** How messages of alerts are sent. Without it, no rule is evaluated here. */
  alerts?: AlertsEnv;
  /** How exports are written. Without it, none is written here. */
  exports?: ExportSettings;
  /** Traces are checked here, in a thread of their own. */
  checks?: boolean;
  /** How experiments ask providers. Without it, none is asked here. */
  experiments?: ExperimentSettings;
  /** The token that a reader of `/metrics` must send; without one only programs on this machine may read. */
  metricsToken?: string | undefined;
  logger: FastifyBaseLogger;
}

export interface Ingest {
  /** `await app.listen(…)`; without CORS headers, because browsers do not call this API. */
  app: FastifyInstance;
  grpc: GrpcServer;
  budgets: BudgetBoard;
  /** Answers requests in progress, refuses new ones, then closes the database connections. */
  close(): Promise<void>;
}

/** Two for past days, the rest for what must not wait behind them: keys, health, quarantine. */
const CONNECTIONS = 5;
/** In total: two per thread, so that one commits while the other is filled; more gain nothing (docs/performance.md). */
const WRITERS = 4;
/** A client that needs longer for its request is not sending. */
const REQUEST_TIMEOUT_MS = 60_000;

export function createIngest(options: IngestOptions): Ingest {
  const { databaseUrl, limits, keepDays = null, logger } = options;
  const metrics = ingestMetrics();
  const sql = openDatabase(databaseUrl, CONNECTIONS);
  const keys = authenticator(sql);
  const { exporter, isFailing } = watchStores(exporterOf(options, metrics.observe));
  const budget = memoryBudget(limits.memoryBytes);
  const budgets = budgetBoard(sql);
  const receiver = { keys, exporter, limits, budget, budgets };
  const ready = readiness(sql, isFailing);
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A request on a kept-alive connection still counts as in progress.
    return503OnClosing: false,
    // Endpoints that end in a slash, and SDKs that add one more.
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
  });
  // Handlers read the stream themselves, within the limits; nothing is parsed before the key is checked.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, stream, done) => done(null, stream));
  for (const path of PATHS.keys()) {
    app.post(path, {
      handler: (request, reply) => receiveHttp(receiver, request, reply),
      onResponse: (_request, { statusCode, elapsedTime }) =>
        Promise.resolve(metrics.request({ transport: 'http', status: statusCode, seconds: elapsedTime / 1_000 })),
    });
  }
  serveMetrics(app, options.metricsToken, () => metrics.text({ exporter, budget, queueSpans: limits.queueSpans, sql }));
  serveHealth(app, ready);
  app.setNotFoundHandler((request, reply) => replyError(noSuchPath(request), request, reply));
  app.setErrorHandler((error, request, reply) => replyError(error, request, reply));
  const housekeeping = startHousekeeping({ sql, keepDays, keys, budgets, logger, ...threadsOf(options, metrics) });
  const grpc = createGrpcServer(receiver, logger, metrics.request);
  return {
    app,
    grpc,
    budgets,
    async close() {
      ready.drain();
      await Promise.all([closeServer(app), grpc.close()]);
      await exporter.close();
      await housekeeping.stop();
      await sql.end({ timeout: 1 });
    },
  };
}

/** What runs in threads beside the requests. undefined = another process does it. */
function threadsOf({ databaseUrl, alerts, ...options }: IngestOptions, metrics: ReturnType<typeof ingestMetrics>) {
  return {
    alerts,
    exports: options.exports && { databaseUrl, settings: options.exports },
    experiments: options.experiments && { databaseUrl, settings: options.experiments },
    checks: options.checks ? { databaseUrl, onOutcome: metrics.checked } : undefined,
  };
}

function exporterOf({ databaseUrl, limits: { queueSpans }, threads = 0 }: IngestOptions, observe: Observe): Exporter {
  if (threads === 0) return exporterHere({ databaseUrl, queueSpans, writers: WRITERS }, observe);
  const share = { queueSpans: Math.ceil(queueSpans / threads), writers: Math.ceil(WRITERS / threads) };
  return exporterThreads(threads, { databaseUrl, ...share }, { observe });
}

function serveHealth(app: FastifyInstance, ready: ReadinessCheck): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const state = await ready.check();
    return reply.code(state === 'ready' ? 200 : 503).send({ status: state });
  });
}

/** A kept-alive connection becomes idle after its answer: it must not delay the shutdown. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const timer = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => clearInterval(timer));
}
