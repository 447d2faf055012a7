// Installs the packages that a command needs when they are missing or stale: what running needs, or everything.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newNode, root, stateDirectory } from './paths.mjs';
import { startProgress } from './progress.mjs';
import { runNpm } from './run-npm.mjs';
import { discardStaging, moveFromStaging, prepareStaging, staging } from './staging.mjs';
import { EVERYTHING, RUNNING, isInstalled, markIncomplete, markInstalled } from './state.mjs';
import { removeUnusedFiles } from './unused-files.mjs';

const ONCE = '(once; a minute or a few, depending on the network)';
/** Overrides NODE_ENV and the user's npm settings, which may omit some of them. */
const ALL_KINDS = ['--include=dev', '--include=optional', '--include=peer'];
/** Codes of OpenSSL for a certificate whose time has not come or is over. */
const WRONG_TIME = /CERT_NOT_YET_VALID|CERT_HAS_EXPIRED/;

/** Ends the process with npm's message when the install fails. */
export async function ensureInstalled(level) {
  if (isInstalled(level)) return;
  if (level === RUNNING) await installRunning();
  else if (isInstalled(RUNNING)) await addTheRest();
  else await installEverything();
}

async function installRunning() {
  process.once('exit', discardStaging);
  prepareStaging();
  await install(`Installing packages ${ONCE}`, { directory: staging, parameters: ['ci', '--include=optional'] });
  removeUnusedFiles(staging);
  markIncomplete();
  moveFromStaging();
  markInstalled(RUNNING);
}

/**
 * Does not touch installed packages, because a system may be running on them. Unlike `npm ci`, `npm install` keeps
 * them.
 */
async function addTheRest() {
  markIncomplete();
  const title = `Installing the packages that only development needs ${ONCE}`;
  await install(title, { directory: root, parameters: ['install', '--no-save', ...ALL_KINDS] });
  markInstalled(EVERYTHING);
}

async function installEverything() {
  markIncomplete();
  await install(`Installing packages ${ONCE}`, { directory: root, parameters: ['ci', ...ALL_KINDS] });
  markInstalled(EVERYTHING);
}

async function install(title, { directory, parameters }) {
  const finish = startProgress(title, directory);
  const { code, signal, output } = await runNpm(parameters, directory);
  if (code === 0 && existsSync(newNode(directory))) return finish('installed');
  finish('there when npm stopped');
  if (signal === undefined) fail(output);
  console.error('Interrupted. Running this again starts the installation afresh.');
  process.exit(130);
}

function fail(output) {
  const logs = join(stateDirectory, 'logs');
  const logFile = join(logs, 'install.log');
  mkdirSync(logs, { recursive: true });
  writeFileSync(logFile, output);
  console.error(`\n${output.trim().split('\n').slice(0, 25).join('\n')}\n`);
  if (WRONG_TIME.test(output)) {
    console.error(
      `The registry's certificate is not valid at the time of this machine, ${new Date().toISOString()}: set the clock if that is wrong, then run this again.`,
    );
  }
  console.error(
    `npm could not install the packages (the rest of its output is in ${logFile}). Running this again starts afresh.`,
  );
  process.exit(1);
}
