/** What happens now and then beside the requests: partitions for the days to come, and when keys were last used. */
import { ensurePartitions, type Sql } from '@subtext/db';
import type { FastifyBaseLogger } from 'fastify';
import type { Authenticator } from './authenticate.ts';

export interface Housekeeping {
  /** Writes what is left to write. */
  stop(): Promise<void>;
}

const KEY_USES_EVERY_MS = 30_000;
const PARTITIONS_EVERY_MS = 3_600_000;

interface Chores {
  sql: Sql;
  keys: Authenticator;
  logger: FastifyBaseLogger;
}

/** A chore that fails is told and tried again the next time; nothing depends on it at once. */
export function startHousekeeping({ sql, keys, logger }: Chores): Housekeeping {
  const attempt = async (name: string, chore: () => Promise<void>) => {
    await chore().catch((error: unknown) => logger.warn({ err: error }, `${name} failed, will be tried again`));
  };
  const partitions = () => attempt('making partitions', () => partitionsAhead(sql));
  const keyUses = () => attempt('noting when keys were used', () => keys.flushUses());
  const timers = [setInterval(partitions, PARTITIONS_EVERY_MS), setInterval(keyUses, KEY_USES_EVERY_MS)];
  for (const timer of timers) timer.unref();
  const first = partitions();
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await first;
      await keyUses();
    },
  };
}

/** Made a day ahead, so that midnight is no event. The write path makes a missing one, too. */
async function partitionsAhead(sql: Sql): Promise<void> {
  const rows = await sql<{ day: string }[]>`SELECT current_date + ahead AS day FROM generate_series(0, 1) AS ahead`;
  for (const { day } of rows) await ensurePartitions(sql, day);
}
