/**
 * The log of the PostgreSQL that comes along, bounded: its own collector writes `postgres.log`, and opens it anew when the file has been renamed, so
 * that no line is lost.
 */
import { existsSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Cluster, runTool } from './cluster.ts';

export interface ServerLogLimits {
  /** The file is rotated soon after it has so many bytes. */
  bytes: number;
  /** `postgres.log` and older ones, `postgres.log.1` being the newest of them. */
  files: number;
}

/**
 * What users sent must not be in a log: PostgreSQL writes rows that it refuses (`Failing row contains …`) and whole statements, unless it is told
 * not to.
 */
export const LOG_WITHOUT_CONTENTS = { log_error_verbosity: 'terse', log_min_error_statement: 'panic' };

/** The collector writes to the file that `pg_ctl` writes to until the collector runs. Its own rotation knows no number of files to keep. */
export const collectorSettings = ({ log }: Cluster): Record<string, string> => ({
  logging_collector: 'on',
  // From the directory of the data; a path without blanks, whatever is above it.
  log_directory: '..',
  log_filename: basename(log),
  log_rotation_age: '0',
  log_rotation_size: '0',
});

const LOOK_MS = 10_000;

/** Looks at the size now and then; `stop` ends that. Nothing depends on a rotation: one that fails is tried again. */
export function watchServerLog(cluster: Cluster, limits: ServerLogLimits): { stop(): void } {
  const look = () => void rotateRunningLog(cluster, limits).catch(() => undefined);
  const timer = setInterval(look, LOOK_MS).unref();
  return { stop: () => clearInterval(timer) };
}

/** Rotates the log of a server that runs, when it is large. */
export async function rotateRunningLog(cluster: Cluster, limits: ServerLogLimits): Promise<void> {
  if (await rotateServerLog(cluster, limits)) await runTool(cluster, 'pg_ctl', ['logrotate', '-D', cluster.data]);
}

/** Renames the log when it is large; true if so. A server that runs writes to the renamed file until it is told (`pg_ctl logrotate`). */
export async function rotateServerLog({ log }: Cluster, { bytes, files }: ServerLogLimits): Promise<boolean> {
  const { size } = await stat(log).catch(() => ({ size: 0 }));
  if (size < bytes) return false;
  for (let number = files - 1; number > 0; number -= 1) {
    const newer = number === 1 ? log : `${log}.${number - 1}`;
    if (existsSync(newer)) await rename(newer, `${log}.${number}`);
  }
  return true;
}
