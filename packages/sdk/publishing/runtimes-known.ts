/** The runtimes for runtimes.ts: how to install each from npm, and how to run the agent in it. */
import { execFile } from 'node:child_process';
import { AsyncLocalStorage } from 'node:async_hooks';
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { EdgeVM } from '@edge-runtime/vm';
import { bundle } from './bundle.ts';
import { folderOf, type Packed } from './package.ts';

const run = promisify(execFile);
const CACHE = join(tmpdir(), 'subtext-runtimes');

type Where = Record<string, string>;

export interface Way {
  title: string;
  /** Runs the agent; returns its output as JSON. */
  run: (where: Where) => Promise<string>;
}

export interface Installed {
  version: string;
  ways: Way[];
  close?: () => Promise<void>;
}

export interface App {
  folder: string;
  ownMegabytes: string;
  otherMegabytes: string;
  /** The number of dependencies that were installed with the SDK. */
  others: number;
}

export interface Runtime {
  title: string;
  install: (app: App) => Promise<Installed>;
}

/** Installs the tarball and `openai` from the registry in an empty folder. */
export async function installByNpm({ folder, tarball }: Packed): Promise<App> {
  const app = join(folder, 'installed');
  await cp(join(import.meta.dirname, 'apps'), app, { recursive: true });
  const measured = await npmInstall(join(folder, 'measured'), tarball);
  const { version } = JSON.parse(await readFile(join(folderOf('openai'), 'package.json'), 'utf8')) as {
    version: string;
  };
  await npmInstall(app, tarball, `openai@${version}`);
  const own = await bytesIn(join(measured, '@subtext/sdk'));
  const { packages } = JSON.parse(await readFile(join(measured, '.package-lock.json'), 'utf8')) as { packages: object };
  return {
    folder: app,
    ownMegabytes: (own / 1e6).toFixed(2),
    otherMegabytes: (((await bytesIn(measured)) - own) / 1e6).toFixed(1),
    others: Object.keys(packages).length - 1,
  };
}

/** The folder with the installed packages. */
async function npmInstall(folder: string, ...packages: string[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  const allowScripts = Object.fromEntries(['node', 'bun', 'workerd'].map((name) => [name, true]));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel', 'error', ...packages], { cwd: folder });
  return join(folder, 'node_modules');
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((total, size) => total + size, 0);
}

/** A runtime that is an executable and runs files as Node does. */
function program(title: string, specifier: string, files: Readonly<Record<string, string>>): Runtime {
  return {
    title,
    async install({ folder }) {
      const modules = await npmInstall(join(CACHE, specifier.replace('@', '-')), specifier);
      const path = join(modules, '.bin', specifier.slice(0, specifier.indexOf('@')));
      const { stdout } = await run(path, ['--version']);
      const execute = async (file: string, where: Where) => {
        const { PATH = '' } = process.env;
        const env = { PATH, WHERE: JSON.stringify(where), SUBTEXT_URL: where.subtextUrl ?? '' };
        return (await run(path, [file], { cwd: folder, env })).stdout;
      };
      const ways = Object.entries(files).map(([way, file]) => ({
        title: way,
        run: (where: Where) => execute(file, where),
      }));
      return { version: stdout.trim().replace(/^v/, ''), ways };
    },
  };
}

const LOADED = { '`import`': 'esm.mjs', '`require`': 'cjs.cjs', both: 'both.mjs' };

const edgeLight: Runtime = {
  title: 'Vercel Edge (`@edge-runtime/vm`)',
  async install({ folder }) {
    const { version } = JSON.parse(await readFile(join(folderOf('@edge-runtime/vm'), 'package.json'), 'utf8')) as {
      version: string;
    };
    const { code } = await bundle(join(folder, 'edge-function.mjs'), ['edge-light', 'worker', 'browser'], 'iife');
    const way = (title: string, globals: object): Way => ({
      title,
      async run(where) {
        const vm = new EdgeVM({ initialCode: code, extend: (context) => Object.assign(context, globals) });
        return vm.evaluate<Promise<string>>(`run(${JSON.stringify(where)})`);
      },
    });
    return { version, ways: [way('as Vercel runs it', { AsyncLocalStorage }), way('without `AsyncLocalStorage`', {})] };
  },
};

interface Miniflare {
  dispatchFetch(url: string): Promise<Response>;
  dispose(): Promise<void>;
}

const workers: Runtime = {
  title: 'Cloudflare Workers (`workerd`)',
  async install({ folder }) {
    const modules = await npmInstall(join(CACHE, 'miniflare'), 'miniflare@4');
    const { version } = JSON.parse(await readFile(join(modules, 'workerd/package.json'), 'utf8')) as {
      version: string;
    };
    const entry = pathToFileURL(join(modules, 'miniflare/dist/src/index.js')).href;
    const { Miniflare } = (await import(entry)) as { Miniflare: new (options: object) => Miniflare };
    const { code } = await bundle(join(folder, 'worker.mjs'), ['workerd', 'worker', 'browser'], 'esm');
    const way = (title: string, compatibilityFlags: string[]): Way => ({
      title,
      async run(where) {
        const options = { modules: true, script: code, compatibilityDate: '2026-06-01', compatibilityFlags };
        const worker = new Miniflare({ ...options, bindings: where });
        try {
          return await (await worker.dispatchFetch('http://worker/')).text();
        } finally {
          await worker.dispose();
        }
      },
    });
    return { version, ways: [way('with `nodejs_compat`', ['nodejs_compat']), way('without flags', [])] };
  },
};

export const RUNTIMES: readonly Runtime[] = [
  program('Node', 'node@22.15.0', LOADED),
  program('Node', 'node@22', LOADED),
  program('Node', 'node@24', LOADED),
  program('Node', 'node@26', LOADED),
  program('Bun', 'bun@1', LOADED),
  edgeLight,
  workers,
];
