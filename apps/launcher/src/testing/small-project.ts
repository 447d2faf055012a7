// A project of three tiny packages with the real bootstrap.mjs, and a registry on loopback that serves them: real npm
// installs it in a second.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRoot } from '../paths.ts';

/** An install script that waits forever if the test says so, so that the test can interrupt it. */
const POSTINSTALL = `
const { existsSync, writeFileSync } = require('node:fs');
const { HANGING_PACKAGE: name, HANGING_FILE: file } = process.env;
if (process.env.npm_package_name === name) { writeFileSync(file, ''); setInterval(() => {}, 1000); }
`;

interface Manifest {
  name: string;
  [field: string]: unknown;
}

/** Node is a package, as in the checkout; `tester` is an optional peer of `needed`, as Prisma is of its client. */
const PACKAGES: { manifest: Manifest; files: Record<string, string> }[] = [
  {
    manifest: { name: 'node', bin: { node: 'bin/node' } },
    files: { 'bin/node': `#!/bin/sh\nexec "${process.execPath}" "$@"\n` },
  },
  {
    manifest: {
      name: 'needed',
      scripts: { postinstall: 'node postinstall.cjs' },
      peerDependencies: { tester: '1' },
      peerDependenciesMeta: { tester: { optional: true } },
    },
    files: { 'index.js': '', 'index.js.map': '{}', 'postinstall.cjs': POSTINSTALL },
  },
  {
    manifest: { name: 'tester', scripts: { postinstall: 'node postinstall.cjs' } },
    files: { 'index.js': '', 'postinstall.cjs': POSTINSTALL },
  },
];

const ROOT_MANIFEST = {
  name: 'small-project',
  private: true,
  type: 'module',
  dependencies: { needed: '1.0.0', node: '1.0.0' },
  devDependencies: { tester: '1.0.0' },
  allowScripts: { needed: true, tester: true },
};

/** The files that run before anything is installed. */
const WITHOUT_PACKAGES = [
  'apps/launcher/bootstrap.mjs',
  'apps/launcher/install',
  'apps/launcher/preflight',
  'packages/db/src/postgres/server-account.mjs',
];

/** One command that needs the packages for running, and one that needs all of them; neither starts a server. */
export type InstallingCommand = 'recount' | 'install';

export interface Run {
  code: number | null;
  output: string;
}

export interface Interruption {
  hanging: string;
  signal: 'SIGINT' | 'SIGKILL';
}

export interface SmallProject {
  root: string;
  /** Runs a command of bootstrap.mjs to its end. */
  run(command: InstallingCommand): Promise<Run>;
  npm(...parameters: string[]): Promise<Run>;
  /**
   * Signals a command once npm has unpacked the package `hanging` and runs its script. SIGKILL also goes to all
   * processes that it started.
   */
  interrupt(command: InstallingCommand, options: Interruption): Promise<Run>;
  remove(): Promise<void>;
}

export async function createSmallProject(): Promise<SmallProject> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'subtext-install-')));
  const root = join(base, 'project');
  const registry = await serveRegistry(join(base, 'packages'));
  const env = npmEnv(base, registry.url);
  const start = (words: string[], extra: NodeJS.ProcessEnv = {}) =>
    startProgram(words, { cwd: root, env: { ...env, ...extra } });
  const npm = (...parameters: string[]) => ended(start(['npm', ...parameters]));

  await writeTree(root, {
    'package.json': JSON.stringify(ROOT_MANIFEST),
    '.npmrc': 'omit-lockfile-registry-resolved=true\n',
    'apps/launcher/src/main.ts': 'console.log(`ran ${process.argv[2]}`);\n',
  });
  for (const path of WITHOUT_PACKAGES) await cp(inRoot(path), join(root, path), { recursive: true });
  await npm('install', '--package-lock-only', '--no-audit');

  const bootstrap = (command: string) => [process.execPath, 'apps/launcher/bootstrap.mjs', command];
  return {
    root,
    npm,
    run: (command) => ended(start(bootstrap(command))),
    async interrupt(command, { hanging, signal }) {
      const file = join(base, `hanging-${hanging}`);
      const child = start(bootstrap(command), { HANGING_PACKAGE: hanging, HANGING_FILE: file });
      const end = ended(child);
      while ((await readFile(file).catch(() => undefined)) === undefined && child.exitCode === null) await nextTurn();
      if (signal === 'SIGINT') child.kill(signal);
      else process.kill(-child.pid!, signal);
      const run = await end;
      if (signal === 'SIGINT') process.kill(-child.pid!, 'SIGKILL'); // the script, which hangs on
      return run;
    },
    async remove() {
      registry.close();
      await rm(base, { recursive: true });
    },
  };
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Without the settings that `npm test` exports for its own project. */
function npmEnv(base: string, registry: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_(?!execpath)/i.test(name));
  return {
    ...Object.fromEntries(inherited),
    npm_config_registry: registry,
    npm_config_cache: join(base, 'cache'),
    npm_config_userconfig: join(base, 'npmrc'),
    npm_config_update_notifier: 'false',
  };
}

/** Starts a process group of its own, so that all of it can be killed. */
function startProgram(
  [command = '', ...parameters]: string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): ChildProcess {
  return spawn(command, parameters, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
}

function ended(child: ChildProcess): Promise<Run> {
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

async function writeTree(directory: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(directory, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

/** The two registry responses that npm needs: the metadata of a package, and its archive. */
async function serveRegistry(directory: string): Promise<{ url: string; close(): void }> {
  const archives = new Map<string, Buffer>();
  for (const { manifest, files } of PACKAGES) {
    archives.set(manifest.name, await pack(join(directory, manifest.name), { ...manifest, version: '1.0.0' }, files));
  }
  const server = createServer((request, response) => {
    const [, name = '', file] = (request.url ?? '').split('/');
    const found = PACKAGES.find(({ manifest }) => manifest.name === name);
    if (found === undefined) return void response.writeHead(404).end();
    if (file !== undefined) return void response.end(archives.get(name));
    const tarball = `http://${request.headers.host}/${name}/${name}-1.0.0.tgz`;
    const version = {
      ...found.manifest,
      version: '1.0.0',
      hasInstallScript: 'scripts' in found.manifest,
      dist: { tarball },
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}

async function pack(directory: string, manifest: Manifest, files: Record<string, string>): Promise<Buffer> {
  await writeTree(directory, { 'package.json': JSON.stringify(manifest), ...files });
  if ('bin/node' in files) await chmod(join(directory, 'bin/node'), 0o755);
  const { code, output } = await ended(
    startProgram(['npm', 'pack', '--ignore-scripts'], { cwd: directory, env: npmEnv(directory, '') }),
  );
  if (code !== 0) throw new Error(output);
  return readFile(join(directory, `${manifest.name}-1.0.0.tgz`));
}
