// `npm run sign-in-link`, and the link at the end of `npm start`: runs the web app's own command with the web app's
// environment.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runFileOf } from './data-directory.ts';
import { inRoot } from './paths.ts';
import { lastLines, runProgram } from './run-program.ts';
import { UserError } from './user-error.ts';

export interface SignInLinkOptions {
  /** The user that it signs in; undefined = the owner. */
  email?: string | undefined;
  /** For a user who has lost it. */
  removesSecondFactor?: boolean;
}

/**
 * Creates a link that signs in the owner, or the member with the address; it works once, for minutes.
 * @throws UserError with the command's output when it prints no link.
 */
export async function signInLink(
  webEnv: Record<string, string>,
  logs: string,
  { email, removesSecondFactor = false }: SignInLinkOptions = {},
): Promise<string> {
  const directory = inRoot('apps/web');
  const options = removesSecondFactor ? ['--remove-second-factor'] : [];
  const parameters = ['src/server/sign-in-link.ts', ...options, ...(email ? [email] : [])];
  const logFile = join(logs, 'sign-in-link.log');
  const { code, output } = await runProgram({ command: 'node', parameters, directory, env: webEnv, logFile });
  const link = output.split('\n').findLast((line) => /^https?:\/\//.test(line));
  if (code !== 0 || link === undefined) throw new UserError(`No sign-in link could be made:\n${lastLines(output, 10)}`);
  return link;
}

/** The same for the Subtext that runs on `dataDirectory`. @throws UserError when none runs there. */
export async function signInLinkOfRunning(dataDirectory: string, options: SignInLinkOptions): Promise<string> {
  const run = await readFile(runFileOf(dataDirectory), 'utf8').catch(() => undefined);
  if (run === undefined)
    throw new UserError('Subtext does not run here. Start it with `npm start`: that prints a link, too.');
  const { webEnv } = JSON.parse(run) as { webEnv: Record<string, string> };
  return signInLink(webEnv, join(dataDirectory, 'logs'), options);
}
