// `npm start` reports what would stop it before it installs anything. Runs the real first file, in a checkout without
// packages. A program that only reports its call replaces npm, which would download for minutes.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLock } from './complete-lock.ts';
import { inRoot } from './paths.ts';
import { LOOPBACK, freePort } from './ports.ts';

const NPM_RAN = 'npm was called';
const NPM = `console.log('${NPM_RAN}, with its cache in ' + process.env.npm_config_cache, process.env.NPM_ERROR); process.exit(1);`;
const MANIFESTS = Object.keys(readLock().packages)
  .filter((path) => !path.includes('node_modules/'))
  .map((path) => join(path, 'package.json'));
const FILES = [
  'apps/launcher/bootstrap.mjs',
  'apps/launcher/install',
  'apps/launcher/preflight',
  'packages/db/src/postgres/server-account.mjs',
  'package-lock.json',
  ...MANIFESTS,
];

let directory: string;
/** Its path has a blank and letters outside of ASCII. */
let checkout: string;
let ports: string[];
let mounts: string[];
let holder: Server | undefined;
beforeEach(async () => {
  mounts = [];
  directory = await mkdtemp(join(tmpdir(), 'subtext-preflight-'));
  await chmod(directory, 0o755);
  checkout = join(directory, 'Über wachung');
  const [port, ingestPort, grpcPort] = [await freePort(), await freePort(), await freePort()];
  ports = ['--port', String(port), '--ingest-port', String(ingestPort), '--grpc-port', String(grpcPort)];
});
afterEach(async () => {
  holder?.close();
  for (const mount of mounts) execFileSync('umount', [mount]);
  await rm(directory, { recursive: true, force: true });
});

async function fillCheckout(): Promise<void> {
  for (const file of FILES) await cp(inRoot(file), join(checkout, file), { recursive: true });
  await writeFile(join(checkout, 'npm.mjs'), NPM);
}

interface Start {
  parameters?: string[];
  env?: NodeJS.ProcessEnv;
  /** A program that runs its remaining arguments. */
  prefix?: string[];
}

/** Resolves to the whole output; the command always fails, at the latest in npm. */
async function start({ parameters = ports, env, prefix = [] }: Start = {}): Promise<string> {
  const words = [process.execPath, join(checkout, 'apps/launcher/bootstrap.mjs'), 'start', ...parameters];
  const [command, ...rest] = [...prefix, ...words];
  const child = spawn(command!, rest, {
    env: { ...process.env, DATABASE_URL: undefined, npm_execpath: join(checkout, 'npm.mjs'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(1);
  return output;
}

const isRoot = process.getuid?.() === 0;
const canMount = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;
/** A separate network whose loopback has only ::1. */
const ONLY_IPV6 = [
  'unshare',
  '--net',
  'sh',
  '-c',
  'ip link set lo up && ip addr del 127.0.0.1/8 dev lo && exec "$0" "$@"',
];
const canCutNetwork = isRoot && spawnSync(ONLY_IPV6[0]!, [...ONLY_IPV6.slice(1), 'true']).status === 0;

async function mountCheckout(size: string): Promise<void> {
  await mkdir(checkout);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', checkout]);
  mounts.push(checkout);
  await fillCheckout();
}

/** Matches one line that is a sentence. */
const sentence = (pattern: string): RegExp => new RegExp(`^${pattern}[^\\n]*\\.\\n$`);

describe('before it installs anything, npm start', { timeout: 60_000 }, () => {
  it('prints its help', async () => {
    await fillCheckout();
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(checkout, 'apps/launcher/bootstrap.mjs'), 'start', '--help'],
      { encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('--ingest-port N');
  });

  it('installs in a path with blanks and letters outside of ASCII', async () => {
    await fillCheckout();
    expect(await start()).toContain(NPM_RAN);
  });

  it('says that the clock may be wrong when the certificate of the registry is not valid yet', async () => {
    await fillCheckout();
    const output = await start({ env: { NPM_ERROR: 'npm error code CERT_NOT_YET_VALID' } });
    expect(output).toMatch(/^The registry's certificate is not valid at the time of this machine, .*: set the clock/m);
    expect(await start()).not.toContain('clock');
  });

  it('names a port that is taken', async () => {
    await fillCheckout();
    holder = createServer().listen(0, LOOPBACK);
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    const output = await start({ parameters: [...ports, '--ingest-port', String(port)] });
    expect(output).toMatch(sentence(`Port ${port} is taken, perhaps by another OpenTelemetry collector`));
  });

  it.runIf(canCutNetwork)('says that there is no 127.0.0.1', async () => {
    await fillCheckout();
    const output = await start({ prefix: ONLY_IPV6 });
    expect(output).toBe(
      'This machine has no 127.0.0.1, where all of Subtext listens: add it with `ip link set lo up && ip addr add 127.0.0.1/8 dev lo`.\n',
    );
  });

  it.runIf(canMount)('says that the disk is too small', async () => {
    await mountCheckout('64m');
    expect(await start()).toMatch(
      sentence(`${checkout} has 0\\.\\d GB of free disk, and installing and building needs`),
    );
  });

  it.runIf(canMount)('says that the checkout is read-only', async () => {
    await mountCheckout('4g');
    execFileSync('mount', ['-o', 'remount,ro', checkout]);
    expect(await start()).toMatch(sentence(`Subtext installs .*, but ${checkout} is on a read-only file system`));
  });

  it.runIf(canMount)('keeps caches in the checkout when the home is read-only', async () => {
    await fillCheckout();
    const home = join(directory, 'home');
    await mkdir(home);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', home]);
    mounts.push(home);
    const output = await start({ env: { HOME: home, npm_config_cache: undefined } });
    expect(output).toContain(`${NPM_RAN}, with its cache in ${join(checkout, '.subtext/caches/npm')}`);
  });

  it.runIf(isRoot)('says where PostgreSQL will be when it cannot enter the checkout', async () => {
    await fillCheckout();
    await chmod(directory, 0o700);
    const line = `PostgreSQL runs as the user "postgres" and cannot enter ${directory}: its programs and data are kept in /var/lib/subtext.\n`;
    const output = await start();
    expect(output.startsWith(line)).toBe(true);
    expect(output).toContain(NPM_RAN);
    expect(await start({ env: { DATABASE_URL: 'postgres://127.0.0.1/mine' } })).not.toContain('PostgreSQL runs');
  });
});
