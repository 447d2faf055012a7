// The first file that runs, before anything is installed: plain JavaScript for Node 20, without dependencies. Checks
// the Node version, installs packages that are missing or stale, and continues in src/main.ts under Node 24, which is
// itself one of the packages.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './install/install.mjs';
import { newNode, root } from './install/paths.mjs';
import { EVERYTHING, RUNNING, isInstalled } from './install/state.mjs';

const OLDEST_NODE = 20;
const NODE_WITH_TYPES = 24;
/** `install` does nothing else: scripts that continue without this file run it first. */
const INSTALL = 'install';
const NEED_EVERYTHING = ['test', 'e2e', INSTALL];

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const major = (version) => Number(version.split('.')[0]);

/**
 * The rest is TypeScript for Node 24. It runs in this process if that is Node 24, otherwise in a child, which gets our
 * signals and whose exit code we return.
 */
function continueInNode24() {
  const main = join(root, 'apps', 'launcher', 'src', 'main.ts');
  if (major(process.versions.node) >= NODE_WITH_TYPES) return import(new URL('./src/main.ts', import.meta.url).href);
  // Through the channel the child notices when this process is killed.
  const child = spawn(newNode(), [main, ...process.argv.slice(2)], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // A terminal sends Ctrl-C to the child as well, and the child takes both for one key press. A sender that signals
  // only this process reaches the child through this handler.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('close', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

if (major(process.versions.node) < OLDEST_NODE) {
  fail(`Subtext needs Node ${OLDEST_NODE} or later; this is ${process.version}. Get one from https://nodejs.org`);
}
const words = process.argv.slice(2);
const { HELP } = await import('./preflight/help.mjs');
if (words.some((word) => word === '--help' || word === '-h') && words[0] in HELP) {
  console.log(HELP[words[0]]);
  process.exit();
}
const level = NEED_EVERYTHING.includes(words[0]) ? EVERYTHING : RUNNING;
const { preflight } = await import('./preflight/preflight.mjs'); // its imports need a Node that is new enough
const remark = await preflight(words, { root, isInstalled: () => isInstalled(level) }).catch((error) =>
  fail(error.message),
);
if (remark) console.error(remark);
await ensureInstalled(level);
if (words[0] !== INSTALL) await continueInNode24();
