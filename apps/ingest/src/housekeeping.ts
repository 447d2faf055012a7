/**
 * Periodic tasks besides the requests: creates partitions for the coming days, indexes past days for search, drops
 * expired days, deletes traces whose retention period has ended, deletes traces and projects on request, reprocesses
 * quarantined spans on request, writes exports, asks experiments, checks traces, updates the planner statistics of
 * growing tables, deletes old notifications of open screens, evaluates alert rules and budgets and sends their messages,
 * and writes when keys were last used.
 */
import { deliverDue, evaluateDueBudgets, evaluateDueRules } from '@subtext/alerts';
import {
  deleteExpiredTraces,
  deleteRequestedProjects,
  ensurePartitions,
  forgetIdempotencyKeys,
  forgetOldDeliveries,
  forgetOldDays,
  forgetStoredBatches,
  indexClosedDays,
  renewStatistics,
  runTraceDeletions,
  type Sql,
} from '@subtext/db';
import type { FastifyBaseLogger } from 'fastify';
import type { AlertsEnv } from './env.ts';
import { checkInThread, hasDueChecks, type CheckOutcome } from './evidence/index.ts';
import { hasOpenExperiments, type ExperimentSettings } from '@subtext/experiments';
import { experimentInThread } from './experiments/index.ts';
import { exportInThread, hasDueExports, type ExportSettings } from './exports/index.ts';
import type { Authenticator } from './receive/authenticate.ts';
import type { BudgetBoard } from './receive/budget-board.ts';
import { replayRequested } from './quarantine/requested-replays.ts';

export interface Housekeeping {
  /** Writes what is left to write. */
  stop(): Promise<void>;
}

const DAYS_EVERY_MS = 3_600_000;
const FEED_EVERY_MS = 60_000;
const KEY_USES_EVERY_MS = 30_000;
const REPLAY_EVERY_MS = 5_000;
const PROJECTS_EVERY_MS = 5_000;
/** A user watches the progress. */
const DELETIONS_EVERY_MS = 2_000;
/** A user watches the progress; a query of a few rows. */
const EXPORTS_EVERY_MS = 2_000;
/** A trace is due a few seconds after its last span; a query of one row. */
const CHECKS_EVERY_MS = 2_000;
/** A user watches the progress; a query of a few rows. */
const EXPERIMENTS_EVERY_MS = 2_000;
/** A rule is due once an hour. */
const RULES_EVERY_MS = 20_000;
/** A budget is due once a minute. */
const BUDGETS_EVERY_MS = 10_000;
/** A query of a few rows. */
const BUDGET_HEADERS_EVERY_MS = 5_000;
/** A user waits for the answer to a test. */
const DELIVERIES_EVERY_MS = 2_000;
/** A query of a few milliseconds; analyzing a table of a few thousand rows takes as long. */
const STATISTICS_EVERY_MS = 2_000;

interface Services {
  sql: Sql;
  /** Days for which spans are kept; null = forever. */
  keepDays: number | null;
  keys: Authenticator;
  budgets: BudgetBoard;
  /** undefined = another process evaluates the rules and budgets. */
  alerts: AlertsEnv | undefined;
  /** undefined = another process writes the exports. */
  exports: { databaseUrl: string; settings: ExportSettings } | undefined;
  /** undefined = another process checks the traces. */
  checks: { databaseUrl: string; onOutcome: (outcome: CheckOutcome) => void } | undefined;
  /** undefined = another process asks experiments. */
  experiments: { databaseUrl: string; settings: ExperimentSettings } | undefined;
  logger: FastifyBaseLogger;
}

/**
 * Starts the periodic tasks. A task that fails is logged and retried at its next interval; nothing depends on it
 * immediately.
 */
export function startHousekeeping(services: Services): Housekeeping {
  const { sql, keepDays, keys, budgets, logger } = services;
  let isStopping = false;
  const stopped = new AbortController();
  const attempt = attempting(logger, () => isStopping);
  const keyUses = () => attempt('writing when keys were used', () => keys.flushUses());
  let made = Promise.resolve();
  const days = oneAtATime(async () => {
    await (made = attempt('creating partitions', () => partitionsAhead(sql)));
    await attempt('dropping expired days', () => forget({ sql, keepDays, logger }));
    await attempt('deleting expired traces', () => deleteExpired({ sql, logger }, stopped.signal));
    await attempt('indexing past days', () => indexDays({ sql, logger }));
    await attempt('deleting what is kept for days', () => forgetShortLived(sql));
  });
  days();
  const every = (milliseconds: number, name: string, chore: () => Promise<unknown>) => {
    const run = oneAtATime(() => attempt(name, chore));
    return setInterval(run, milliseconds);
  };
  const timers = [
    setInterval(days, DAYS_EVERY_MS),
    setInterval(oneAtATime(keyUses), KEY_USES_EVERY_MS),
    every(FEED_EVERY_MS, 'deleting old notifications of screens', () => forgetStoredBatches(sql)),
    every(REPLAY_EVERY_MS, 'reprocessing quarantine', () => readAgain({ sql, logger })),
    every(PROJECTS_EVERY_MS, 'deleting projects', () => deleteProjects({ sql, logger }, stopped.signal)),
    every(DELETIONS_EVERY_MS, 'deleting traces', () => deleteTraces({ sql, logger }, stopped.signal)),
    every(EXPORTS_EVERY_MS, 'exporting', () => writeExports(services, stopped.signal)),
    every(EXPERIMENTS_EVERY_MS, 'asking experiments', () => askExperiments(services, stopped.signal)),
    every(CHECKS_EVERY_MS, 'checking traces', () => checkTraces(services, stopped.signal)),
    every(STATISTICS_EVERY_MS, 'updating table statistics', () => renewStatistics(sql)),
    every(RULES_EVERY_MS, 'evaluating alert rules', () => evaluateRules(services)),
    every(BUDGETS_EVERY_MS, 'evaluating budgets', () => evaluateBudgets(services)),
    every(BUDGET_HEADERS_EVERY_MS, 'reading budgets for answers', () => budgets.refresh()),
    every(DELIVERIES_EVERY_MS, 'sending messages of alerts', () => sendMessages(services)),
  ].map((timer) => timer.unref());
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopped.abort();
      await made;
      await keyUses();
      // An index that is half built is rebuilt the next time, so stopping need not wait for it.
      isStopping = true;
    },
  };
}

const attempting =
  (logger: FastifyBaseLogger, isStopping: () => boolean) =>
  async (name: string, chore: () => Promise<unknown>): Promise<void> => {
    if (isStopping()) return;
    await chore().catch((error: unknown) => {
      if (!isStopping()) logger.warn({ err: error }, `${name} failed, will be tried again`);
    });
  };

/** Skips a run while the previous one is in progress. */
function oneAtATime(chore: () => Promise<void>): () => void {
  let going: Promise<void> | undefined;
  return () => {
    going ??= chore().finally(() => (going = undefined));
  };
}

/**
 * Partitions are created a day ahead, so that midnight needs no special handling. The write path also creates a missing
 * one.
 */
async function partitionsAhead(sql: Sql): Promise<void> {
  const rows = await sql<{ day: string }[]>`SELECT current_date + ahead AS day FROM generate_series(0, 1) AS ahead`;
  for (const { day } of rows) await ensurePartitions(sql, day);
}

async function forget({ sql, keepDays, logger }: Pick<Services, 'sql' | 'keepDays' | 'logger'>): Promise<void> {
  if (keepDays === null) return;
  const forgotten = await forgetOldDays(sql, keepDays);
  if (forgotten.days.length > 0) logger.info(forgotten, 'days dropped');
}

async function deleteExpired({ sql, logger }: Pick<Services, 'sql' | 'logger'>, signal: AbortSignal): Promise<void> {
  const traces = await deleteExpiredTraces(sql, { signal });
  if (traces > 0) logger.info({ traces }, 'expired traces deleted');
}

async function readAgain({ sql, logger }: Pick<Services, 'sql' | 'logger'>): Promise<void> {
  const replayed = await replayRequested(sql);
  if (replayed) logger.info({ stored: replayed.stored, refused: Object.fromEntries(replayed.refused) }, 'read again');
}

async function forgetShortLived(sql: Sql): Promise<void> {
  await forgetOldDeliveries(sql);
  await forgetIdempotencyKeys(sql);
}

async function deleteProjects({ sql, logger }: Pick<Services, 'sql' | 'logger'>, signal: AbortSignal): Promise<void> {
  for (const deleted of await deleteRequestedProjects(sql, { signal })) logger.info(deleted, 'project deleted');
}

async function deleteTraces({ sql, logger }: Pick<Services, 'sql' | 'logger'>, signal: AbortSignal): Promise<void> {
  for (const { id, projectId, state, deleted } of await runTraceDeletions(sql, { signal }))
    logger.info({ id, projectId, state, deleted }, 'traces deleted');
}

type Exporting = Pick<Services, 'sql' | 'exports' | 'logger'>;

async function writeExports({ sql, exports, logger }: Exporting, signal: AbortSignal): Promise<void> {
  if (!exports || !(await hasDueExports(sql))) return;
  await exportInThread({
    ...exports,
    signal,
    onMessage: (message) =>
      'problem' in message ? logger.warn(message, 'an export was interrupted') : logger.info(message, 'export ended'),
  });
}

type Checking = Pick<Services, 'sql' | 'checks' | 'logger'>;

/** The thread goes on while traces are due, and ends when none was for a while. */
async function checkTraces({ sql, checks, logger }: Checking, signal: AbortSignal): Promise<void> {
  if (!checks || !(await hasDueChecks(sql))) return;
  const { databaseUrl, onOutcome } = checks;
  await checkInThread({
    ...{ databaseUrl, signal },
    onOutcome: (outcome) => {
      onOutcome(outcome);
      if (outcome.outcome === 'failed') logger.warn(outcome, 'a trace could not be checked');
    },
  });
}

type Experimenting = Pick<Services, 'sql' | 'experiments' | 'logger'>;

async function askExperiments({ sql, experiments, logger }: Experimenting, signal: AbortSignal): Promise<void> {
  if (!experiments || !(await hasOpenExperiments(sql))) return;
  const onMessage = ({ problem }: { problem: string }) => logger.warn({ problem }, 'an experiment was interrupted');
  await experimentInThread({ ...experiments, signal, onMessage });
}

async function indexDays({ sql, logger }: Pick<Services, 'sql' | 'logger'>): Promise<void> {
  const days = await indexClosedDays(sql);
  if (days.length > 0) logger.info({ days }, 'days indexed for search');
}

type Evaluating = Pick<Services, 'sql' | 'alerts' | 'logger'>;

async function evaluateRules({ sql, alerts, logger }: Evaluating): Promise<void> {
  if (!alerts) return;
  await evaluateDueRules(sql, {
    now: new Date(),
    webUrl: alerts.webUrl,
    onError: (error, rule) =>
      logger.warn({ err: error, ...rule }, 'an alert rule was not evaluated, will be tried again'),
  });
}

async function evaluateBudgets({ sql, alerts, logger }: Evaluating): Promise<void> {
  if (!alerts) return;
  await evaluateDueBudgets(sql, {
    now: new Date(),
    webUrl: alerts.webUrl,
    onError: (error, budget) =>
      logger.warn({ err: error, ...budget }, 'a budget was not evaluated, will be tried again'),
  });
}

async function sendMessages({ sql, alerts }: Pick<Services, 'sql' | 'alerts'>): Promise<void> {
  if (alerts) await deliverDue(sql, alerts);
}
