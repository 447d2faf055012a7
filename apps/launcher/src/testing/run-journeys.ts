// `npm run e2e`: only the end-to-end tests, with Playwright's own output and options.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from '../build.ts';
import { DEFAULT_DATA, inRoot } from '../paths.ts';
import { consoleProgress } from '../progress.ts';
import { programEnv } from '../run-program.ts';
import { findBrowser } from './browser.ts';

/** Resolves to the exit code. */
export async function runJourneys(parameters: string[]): Promise<number> {
  const progress = consoleProgress();
  await progress.step('Build', async (note) => note(await build({ logs: join(DEFAULT_DATA, 'logs') })));
  const env = programEnv({ SUBTEXT_BROWSER: await findBrowser(progress.say), NO_COLOR: undefined });
  const child = spawn('playwright', ['test', ...parameters], { cwd: inRoot('e2e'), env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
