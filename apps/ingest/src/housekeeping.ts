/**
 * Periodic tasks besides the requests: creates partitions for the coming days, indexes past days for search, drops
 * expired days, deletes projects and reprocesses quarantined spans on request, updates the planner statistics of
 * growing tables, deletes old notifications of open screens, and writes when keys were last used.
 */
import {
  deleteRequestedProjects,
  ensurePartitions,
  forgetOldDays,
  forgetStoredBatches,
  indexClosedDays,
  renewStatistics,
  type Sql,
} from '@subtext/db';
import type { FastifyBaseLogger } from 'fastify';
import type { Authenticator } from './receive/authenticate.ts';
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
/** A query of a few milliseconds; analyzing a table of a few thousand rows takes as long. */
const STATISTICS_EVERY_MS = 2_000;

interface Services {
  sql: Sql;
  /** Days for which spans are kept; null = forever. */
  keepDays: number | null;
  keys: Authenticator;
  logger: FastifyBaseLogger;
}

/**
 * Starts the periodic tasks. A task that fails is logged and retried at its next interval; nothing depends on it
 * immediately.
 */
export function startHousekeeping({ sql, keepDays, keys, logger }: Services): Housekeeping {
  let isStopping = false;
  const attempt = async (name: string, chore: () => Promise<unknown>) => {
    if (isStopping) return;
    await chore().catch((error: unknown) => {
      if (!isStopping) logger.warn({ err: error }, `${name} failed, will be tried again`);
    });
  };
  const partitions = () => attempt('creating partitions', () => partitionsAhead(sql));
  const keyUses = () => attempt('writing when keys were used', () => keys.flushUses());
  let made = Promise.resolve();
  const days = oneAtATime(async () => {
    await (made = partitions());
    await attempt('dropping expired days', () => forget({ sql, keepDays, logger }));
    await attempt('indexing past days', () => indexDays({ sql, logger }));
  });
  days();
  const feed = () => attempt('deleting old notifications of screens', () => forgetStoredBatches(sql));
  const replays = () => attempt('reprocessing quarantine', () => readAgain({ sql, logger }));
  const stopped = new AbortController();
  const projects = () => attempt('deleting projects', () => deleteProjects({ sql, logger }, stopped.signal));
  const statistics = () => attempt('updating table statistics', () => renewStatistics(sql));
  const timers = [
    setInterval(days, DAYS_EVERY_MS),
    setInterval(oneAtATime(feed), FEED_EVERY_MS),
    setInterval(oneAtATime(keyUses), KEY_USES_EVERY_MS),
    setInterval(oneAtATime(replays), REPLAY_EVERY_MS),
    setInterval(oneAtATime(projects), PROJECTS_EVERY_MS),
    setInterval(oneAtATime(statistics), STATISTICS_EVERY_MS),
  ];
  for (const timer of timers) timer.unref();
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

async function forget({ sql, keepDays, logger }: Omit<Services, 'keys'>): Promise<void> {
  if (keepDays === null) return;
  const forgotten = await forgetOldDays(sql, keepDays);
  if (forgotten.days.length > 0) logger.info(forgotten, 'days dropped');
}

async function readAgain({ sql, logger }: Pick<Services, 'sql' | 'logger'>): Promise<void> {
  const replayed = await replayRequested(sql);
  if (replayed) logger.info({ stored: replayed.stored, refused: Object.fromEntries(replayed.refused) }, 'read again');
}

async function deleteProjects({ sql, logger }: Pick<Services, 'sql' | 'logger'>, signal: AbortSignal): Promise<void> {
  for (const deleted of await deleteRequestedProjects(sql, { signal })) logger.info(deleted, 'project deleted');
}

async function indexDays({ sql, logger }: Pick<Services, 'sql' | 'logger'>): Promise<void> {
  const days = await indexClosedDays(sql);
  if (days.length > 0) logger.info({ days }, 'days indexed for search');
}
