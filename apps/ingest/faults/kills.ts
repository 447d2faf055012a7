/** Processes that are killed in the middle of their work. */
import { setTimeout as delay } from 'node:timers/promises';
import { settles, type Fault, type Stage } from './fault.ts';
import { ask } from './ingest-process.ts';
import type { System } from './system.ts';

/** A random pause, so that the kill hits a batch at any stage. */
const busyBackend = (sql: System['sql']) => sql<{ pid: number }[]>`
  SELECT pid FROM pg_stat_activity WHERE application_name = 'subtext ingest' ORDER BY state = 'active' DESC, random() LIMIT 1`;

/** Minimum number of requests that are acknowledged between two kills. */
const BREATHS = 10;

async function repeatedly({ scale, ledger }: Stage, blow: () => Promise<void>): Promise<void> {
  for (let count = 0; count < scale.blows; count += 1) {
    await ledger.acknowledges(BREATHS);
    await blow();
  }
}

export const KILLS: readonly Fault[] = [
  {
    name: 'ingest killed',
    what: 'Ingest is killed with kill -9 under load and is started again.',
    answers: [0, 503],
    strike: (stage) =>
      repeatedly(stage, async () => {
        stage.system.ingest.kill('SIGKILL');
        await stage.system.ingest.exited;
        await stage.system.startIngest();
      }),
  },
  {
    name: 'backend terminated',
    what: 'pg_terminate_backend ends a connection that is storing a batch.',
    answers: [503],
    strike: (stage) =>
      repeatedly(stage, async () => {
        for (const { pid } of await busyBackend(stage.system.sql)) {
          await stage.system.sql`SELECT pg_terminate_backend(${pid})`;
        }
      }),
  },
  {
    name: 'backend killed',
    what: 'The PostgreSQL process of one connection is killed with kill -9: the server ends all other connections and recovers.',
    answers: [0, 503],
    strike: (stage) =>
      repeatedly(stage, async () => {
        const [backend] = await busyBackend(stage.system.sql);
        if (backend) process.kill(backend.pid, 'SIGKILL');
        stage.expect(await settles(stage.system, 200), '/readyz does not come back');
      }),
  },
  {
    name: 'PostgreSQL killed',
    what: 'PostgreSQL itself is killed with kill -9 and is started again. Meanwhile /readyz returns 503 and /healthz 200.',
    answers: [503],
    strike: (stage) =>
      repeatedly(stage, async () => {
        process.kill(await stage.system.databaseProcess(), 'SIGKILL');
        stage.expect(await settles(stage.system, 503), '/readyz does not say that the database is gone');
        stage.expect((await ask(stage.system.port, '/healthz')) === 200, '/healthz blames ingest for its database');
        await stage.system.restartDatabase();
        stage.expect(await settles(stage.system, 200), '/readyz does not come back');
      }),
  },
  {
    name: 'PostgreSQL away',
    what: 'PostgreSQL is stopped for a minute and started again. Meanwhile /readyz returns 503 and /healthz 200.',
    answers: [503],
    async strike({ system, scale, expect }) {
      await system.stopDatabase();
      expect(await settles(system, 503), '/readyz does not say that the database is gone');
      expect((await ask(system.port, '/healthz')) === 200, '/healthz blames ingest for its database');
      await delay(scale.awayMs);
      await system.restartDatabase();
    },
  },
  {
    name: 'SIGTERM',
    what: 'Ingest receives SIGTERM under load: it answers the requests in progress and exits with code 0, and another process takes over.',
    answers: [0, 503],
    strike: (stage) =>
      repeatedly(stage, async () => {
        stage.system.ingest.kill('SIGTERM');
        stage.expect((await stage.system.ingest.exited) === 0, 'the process did not end with code 0');
        await stage.system.startIngest();
      }),
  },
];
