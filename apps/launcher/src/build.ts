// Builds what has to be built (the SDK's bundle, the Prisma client, the web app); turbo knows what did not change.
import { join } from 'node:path';
import { lastLines, runProgram } from './run-program.ts';
import { UserError } from './user-error.ts';

export interface BuildOptions {
  logs: string;
  /** `next dev` compiles by itself. */
  withoutWeb?: boolean;
  signal?: AbortSignal;
}

/** Resolves to what to tell: `3 built` or `nothing changed`. @throws UserError with the end of the log. */
export async function build({ logs, withoutWeb, signal }: BuildOptions): Promise<string> {
  const logFile = join(logs, 'build.log');
  const filter = withoutWeb ? ['--filter=!@subtext/web'] : [];
  const parameters = ['run', 'build', '--output-logs=new-only', '--no-update-notifier', ...filter];
  const { code, output } = await runProgram({ command: 'turbo', parameters, logFile, signal });
  if (code !== 0) {
    throw new UserError(`The build failed. The end of ${logFile} says:\n${lastLines(output, 30)}`);
  }
  const [, cached, total] = /Cached:\s+(\d+) cached, (\d+) total/.exec(output) ?? [];
  return cached !== undefined && cached === total ? 'nothing changed' : 'sdk, database client, web';
}
