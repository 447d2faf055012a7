/**
 * Keeps the log of the bundled PostgreSQL bounded. The server's own log collector writes `postgres.log` and reopens it
 * after the file was renamed, so no line is lost.
 */
import { existsSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Cluster, runTool } from './cluster.ts';

export interface ServerLogLimits {
  /** The file is rotated soon after it reaches this size. */
  bytes: number;
  /** Number of files: `postgres.log` and older ones, of which `postgres.log.1` is the newest. */
  files: number;
}

/**
 * Keeps user content out of the log. By default PostgreSQL writes refused rows (`Failing row contains …`) and whole
 * statements.
 */
export const LOG_WITHOUT_CONTENTS = { log_error_verbosity: 'terse', log_min_error_statement: 'panic' };

/**
 * The collector writes to the same file as `pg_ctl` does before the collector runs. PostgreSQL's own rotation cannot
 * limit the number of files.
 */
export const collectorSettings = ({ log }: Cluster): Record<string, string> => ({
  logging_collector: 'on',
  // Relative to the data directory, so that the setting has no spaces even when the full path does.
  log_directory: '..',
  log_filename: basename(log),
  log_rotation_age: '0',
  log_rotation_size: '0',
});

const LOOK_MS = 10_000;

/** Checks the size at intervals until `stop` is called. A rotation that fails is tried again; nothing depends on it. */
export function watchServerLog(cluster: Cluster, limits: ServerLogLimits): { stop(): void } {
  const look = () => void rotateRunningLog(cluster, limits).catch(() => undefined);
  const timer = setInterval(look, LOOK_MS).unref();
  return { stop: () => clearInterval(timer) };
}

/** Rotates the log of a running server when it is too large. */
export async function rotateRunningLog(cluster: Cluster, limits: ServerLogLimits): Promise<void> {
  if (await rotateServerLog(cluster, limits)) await runTool(cluster, 'pg_ctl', ['logrotate', '-D', cluster.data]);
}

/**
 * Renames the log when it is too large, and resolves to whether it did. A running server writes to the renamed file
 * until `pg_ctl logrotate`.
 */
export async function rotateServerLog({ log }: Cluster, { bytes, files }: ServerLogLimits): Promise<boolean> {
  const { size } = await stat(log).catch(() => ({ size: 0 }));
  if (size < bytes) return false;
  for (let number = files - 1; number > 0; number -= 1) {
    const newer = number === 1 ? log : `${log}.${number - 1}`;
    if (existsSync(newer)) await rename(newer, `${log}.${number}`);
  }
  return true;
}
