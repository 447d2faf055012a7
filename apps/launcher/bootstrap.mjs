// First file that runs, before anything is installed: plain JavaScript for Node 20, no dependency but Node.
// Looks at the Node version, installs the packages when they are missing or stale, and goes on in src/main.ts under Node 24,
// which is itself one of the packages.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const NODE_WITH_TYPES = 24;
/** Codes of OpenSSL for a certificate whose time has not come or is over. */
const WRONG_TIME = /CERT_NOT_YET_VALID|CERT_HAS_EXPIRED/;
const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const modules = join(root, 'node_modules');
const lockFile = join(root, 'package-lock.json');
const marker = join(modules, '.subtext-installed');
const newNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const logFile = join(root, '.subtext', 'logs', 'install.log');

const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** True when node_modules holds what package-lock.json says. */
function isInstalled() {
  if (!existsSync(newNode)) return false;
  if (existsSync(marker) && readFileSync(marker, 'utf8') === lockHash()) return true;
  if (!npmFinishedHere()) return false;
  markInstalled();
  return true;
}

/** npm writes this file as the last step of an install: somebody who ran npm by hand need not wait again. */
function npmFinishedHere() {
  const finished = join(modules, '.package-lock.json');
  if (!existsSync(finished)) return false;
  const [wanted, present] = [readJson(lockFile).packages, readJson(finished).packages];
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || entry.link || present[path]?.version === entry.version,
  );
}

function markInstalled() {
  writeFileSync(marker, lockHash());
}

/** How many packages are unpacked: what a person can watch while npm is silent. */
function countPackages() {
  try {
    const names = readdirSync(modules).flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => join(name, inner)) : [name],
    );
    return names.filter((name) => existsSync(join(modules, name, 'package.json'))).length;
  } catch {
    return 0; // npm is moving the directory just now
  }
}

/** Tells how far npm is: in place on a terminal, a line now and then in a log. */
function startProgress() {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const isTerminal = process.stderr.isTTY;
  console.error('Installing packages (once; a minute or a few, depending on the network)');
  const show = () => {
    const line = `  ${countPackages()} packages, ${seconds()}`;
    process.stderr.write(isTerminal ? `\r\x1b[2K${line}` : `${line}\n`);
  };
  const timer = setInterval(show, isTerminal ? 500 : 15_000);
  return (word) => {
    clearInterval(timer);
    process.stderr.write(`${isTerminal ? '\r\x1b[2K' : ''}  ${countPackages()} packages ${word} in ${seconds()}\n`);
  };
}

/** Runs a program with its output in a file; resolves with its exit code and that output. */
function runQuietly(command, parameters) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, parameters, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
      // Prisma's installer would download an engine that nothing here uses.
      env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: newNode, PRISMA_SKIP_POSTINSTALL_GENERATE: '1' },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const end = () => child.kill() && process.exit(1);
    process.once('SIGTERM', end);
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => {
      process.off('SIGTERM', end);
      resolve({ code, output });
    });
  });
}

async function install() {
  const npm = process.env.npm_execpath;
  const parameters = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--no-progress'];
  const finish = startProgress();
  const byNode = npm !== undefined && /\.[cm]?js$/.test(npm);
  const run = await runQuietly(byNode ? process.execPath : 'npm', byNode ? [npm, ...parameters] : parameters);
  if (run.code === 0 && existsSync(newNode)) {
    markInstalled();
    finish('installed');
    return;
  }
  finish('there when npm stopped');
  mkdirSync(join(root, '.subtext', 'logs'), { recursive: true });
  writeFileSync(logFile, run.output);
  console.error(`\n${run.output.trim().split('\n').slice(0, 25).join('\n')}\n`);
  if (WRONG_TIME.test(run.output)) {
    console.error(
      `The registry's certificate is not valid at the time of this machine, ${new Date().toISOString()}: set the clock if that is wrong, then run this again.`,
    );
  }
  fail(
    `npm could not install the packages (the rest of its output is in ${logFile}). Running this again starts afresh.`,
  );
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const major = (version) => Number(version.split('.')[0]);

/** The rest is TypeScript for Node 24: in this process if it is one, else in a child that gets our signals and gives its exit code. */
function continueInNode24() {
  const main = join(root, 'apps', 'launcher', 'src', 'main.ts');
  if (major(process.versions.node) >= NODE_WITH_TYPES) return import(new URL('./src/main.ts', import.meta.url).href);
  // By the channel it notices when this process was killed.
  const child = spawn(newNode, [main, ...process.argv.slice(2)], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // A terminal sends Ctrl-C to the child as well, which takes both for one press; whoever signals only us reaches it by this.
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
const { preflight } = await import('./preflight/preflight.mjs'); // its imports need a Node that is new enough
const remark = await preflight(words, { root, isInstalled }).catch((error) => fail(error.message));
if (remark) console.error(remark);
if (!isInstalled()) await install();
await continueInNode24();
