/**
 * Decides whether this process should receive requests (`/readyz`). Liveness (`/healthz`) needs no check: it answers.
 */
import { isMigrated, type Sql } from '@subtext/db';
import { IngestError } from '../errors.ts';
import type { Exporter } from '../exporter/index.ts';
import { within } from '../within.ts';

export type Readiness =
  'ready' | 'draining' | 'database unreachable' | 'database not migrated' | 'database does not store';

export interface ReadinessCheck {
  check(): Promise<Readiness>;
  /** From now on the process is not ready. */
  drain(): void;
}

const PATIENCE_MS = 2_000;
/** Not ready for this long after a failed batch, unless one is stored since: senders must retry to find out. */
const FAILURE_COUNTS_MS = 5_000;

/**
 * Nothing was stored for this long while a request waits: its transactions hang (a lock, a synchronous standby that is
 * gone).
 */
const STUCK_MS = 5_000;

/**
 * Wraps the exporter and detects a database that answers but cannot store: its disk is full, it is read-only, or
 * commits hang.
 */
export function watchStores(exporter: Exporter): { exporter: Exporter; isFailing(): boolean } {
  let failedAt = -Infinity;
  let storedAt = -Infinity;
  /** In starting order. */
  const waiting = new Set<{ since: number }>();
  const watched: Exporter['export'] = async (delivery) => {
    const request = { since: performance.now() };
    waiting.add(request);
    try {
      const result = await exporter.export(delivery);
      if (result.items > 0) [storedAt, failedAt] = [performance.now(), -Infinity];
      return result;
    } catch (error) {
      if (error instanceof IngestError && error.kind === 'DATABASE_AWAY') failedAt = performance.now();
      throw error;
    } finally {
      waiting.delete(request);
    }
  };
  const isStuck = (now: number): boolean => {
    const [oldest] = waiting;
    return oldest !== undefined && now - oldest.since > STUCK_MS && storedAt < oldest.since;
  };
  return {
    exporter: { ...exporter, export: watched },
    isFailing() {
      const now = performance.now();
      return now - failedAt < FAILURE_COUNTS_MS || isStuck(now);
    },
  };
}

export function readiness(sql: Sql, isFailing: () => boolean): ReadinessCheck {
  let draining = false;
  let migrated = false;
  return {
    async check() {
      if (draining) return 'draining';
      try {
        // Migrations are never undone while the process runs: one check is enough.
        if (!migrated) migrated = await soon(isMigrated(sql));
        else await soon(sql`SELECT 1`);
      } catch {
        return 'database unreachable';
      }
      if (!migrated) return 'database not migrated';
      return isFailing() ? 'database does not store' : 'ready';
    },
    drain() {
      draining = true;
    },
  };
}

/** A database that hangs counts as unavailable. */
const soon = <Result>(work: PromiseLike<Result>): Promise<Result> =>
  within(PATIENCE_MS, work, () => new Error('no answer in time'));
