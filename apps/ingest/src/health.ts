/** Whether this process should be sent requests (`/readyz`). That it is alive (`/healthz`) needs no check: it answers. */
import { isMigrated, type Sql } from '@subtext/db';
import { within } from './within.ts';

export type Readiness = 'ready' | 'draining' | 'database unreachable' | 'database not migrated';

export interface ReadinessCheck {
  check(): Promise<Readiness>;
  /** From now on not ready. */
  drain(): void;
}

const PATIENCE_MS = 2_000;

export function readiness(sql: Sql): ReadinessCheck {
  let draining = false;
  let migrated = false;
  return {
    async check() {
      if (draining) return 'draining';
      try {
        // Migrations are never undone while we run: once is enough.
        if (!migrated) migrated = await soon(isMigrated(sql));
        else await soon(sql`SELECT 1`);
      } catch {
        return 'database unreachable';
      }
      return migrated ? 'ready' : 'database not migrated';
    },
    drain() {
      draining = true;
    },
  };
}

/** A database that hangs is as good as none. */
const soon = <Result>(work: PromiseLike<Result>): Promise<Result> =>
  within(PATIENCE_MS, work, () => new Error('no answer in time'));
