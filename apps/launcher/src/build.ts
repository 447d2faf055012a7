// Builds what has to be built (the SDK's bundle, the Prisma client, the web app); turbo knows what did not change.
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BIN, DEFAULT_DATA, inRoot } from './paths.ts';
import { lastLines, runProgram } from './run-program.ts';
import { UserError } from './user-error.ts';

export interface BuildOptions {
  logs: string;
  /** `next dev` compiles by itself. */
  withoutWeb?: boolean;
  /** Only this workspace. */
  only?: string;
  signal?: AbortSignal;
}

/** Resolves to the message: `3 built` or `nothing changed`. @throws UserError with the end of the log. */
export async function build({ logs, withoutWeb, only, signal }: BuildOptions): Promise<string> {
  const logFile = join(logs, 'build.log');
  const filter = only !== undefined ? [`--filter=${only}`] : withoutWeb ? ['--filter=!@subtext/web'] : [];
  const parameters = ['run', 'build', '--output-logs=new-only', '--no-update-notifier', ...filter];
  const { code, output } = await runProgram({ command: 'turbo', parameters, logFile, signal });
  if (code !== 0) {
    throw new UserError(`The build failed. The end of ${logFile} says:\n${lastLines(output, 30)}`);
  }
  const [, cached, total] = /Cached:\s+(\d+) cached, (\d+) total/.exec(output) ?? [];
  return cached !== undefined && cached === total ? 'nothing changed' : 'sdk, database client, web';
}

/**
 * Builds what `@subtext/db` needs before it can be imported: this checkout may never have been started, or may be newer
 * than its last start.
 */
export async function buildDatabaseClient(): Promise<void> {
  const [source, built] = await Promise.all([
    changedAt(inRoot('packages/db/src/repair-driver.ts')),
    changedAt(inRoot('packages/db/src/generated/postgres/connection.js')),
  ]);
  // The images are built already, and have no tools to build with.
  if (built >= source || !existsSync(join(BIN, 'turbo'))) return;
  await build({ logs: join(DEFAULT_DATA, 'logs'), only: '@subtext/db' });
}

/** In milliseconds; 0 for a file that is not there. */
const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
