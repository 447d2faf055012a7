// A browser for the end-to-end tests: an installed one, otherwise Playwright's own, otherwise the system's package.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEFAULT_DATA, inRoot } from '../paths.ts';
import { runProgram } from '../run-program.ts';
import { UserError } from '../user-error.ts';

const execute = promisify(execFile);

/**
 * The headless shell comes first: it draws no window around the page, which takes a fifth of the tests' time.
 */
const INSTALLED = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const installLog = join(DEFAULT_DATA, 'logs', 'browser.log');

/** The program to start. @throws UserError when there is none and none can be installed. */
export async function findBrowser(say: (line: string) => void): Promise<string> {
  const wished = process.env.SUBTEXT_BROWSER;
  if (wished !== undefined && wished !== '') {
    if (await works(wished)) return wished;
    throw new UserError(`SUBTEXT_BROWSER is ${wished}, which does not run.`);
  }
  return (await firstThatWorks([...INSTALLED, ownOfPlaywright()])) ?? (await install(say));
}

async function install(say: (line: string) => void): Promise<string> {
  say('No Chromium or Chrome here: installing one');
  await runProgram({ command: 'playwright', parameters: ['install', 'chromium'], logFile: installLog });
  const downloaded = await firstThatWorks([ownOfPlaywright()]);
  if (downloaded !== undefined) return downloaded;
  if (process.getuid?.() === 0) {
    // Playwright's download host cannot be reached, or the system lacks libraries that its build needs.
    const packages = ['chromium-headless-shell', 'chromium'].map(
      (name) => `apt-get install -y --no-install-recommends ${name}`,
    );
    const script = `apt-get update && (${packages.join(' || ')})`;
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await runProgram({ command: 'sh', parameters: ['-c', script], env, logFile: installLog });
    const packaged = await firstThatWorks(INSTALLED);
    if (packaged !== undefined) return packaged;
  }
  throw new UserError(
    'The browser tests need a Chromium or Chrome, and none could be installed. Install one and set SUBTEXT_BROWSER to its path. ' +
      `What was tried: ${installLog}`,
  );
}

/** The path where Playwright keeps the browser of its version; it may not exist. */
function ownOfPlaywright(): string {
  const { chromium } = createRequire(inRoot('e2e/package.json'))('playwright') as {
    chromium: { executablePath(): string };
  };
  return chromium.executablePath();
}

async function firstThatWorks(candidates: string[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    const path = await works(candidate);
    if (path !== undefined) return path;
  }
  return undefined;
}

/** The absolute path if the program starts; a build without its libraries does not. */
async function works(candidate: string): Promise<string | undefined> {
  try {
    await execute(candidate, ['--version', '--no-sandbox'], { timeout: 30_000 });
    if (candidate.includes('/') || candidate.includes('\\')) return candidate;
    return (await execute('sh', ['-c', 'command -v "$0"', candidate])).stdout.trim();
  } catch {
    return undefined;
  }
}
