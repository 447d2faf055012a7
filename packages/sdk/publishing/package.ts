/** The package as npm packs it, and applications that install it: the tests use what users get. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const PACKAGE = join(import.meta.dirname, '..');
const APPS = join(import.meta.dirname, 'apps');
const run = promisify(execFile);

export interface Packed {
  /** A folder outside the repository; `remove` deletes it. */
  folder: string;
  tarball: string;
  /** The size of all files in it. */
  unpackedBytes: number;
  files: string[];
  remove(): Promise<void>;
}

/** Builds into a separate folder, so that the current build is not disturbed, and packs it. */
export async function pack(): Promise<Packed> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'subtext-sdk-')));
  const source = join(folder, 'source');
  await mkdir(source);
  await runHere('tsdown', ['--out-dir', join(source, 'dist'), '--log-level', 'warn']);
  for (const name of ['package.json', 'README.md', 'LICENSE', 'register', 'evidence'])
    await cp(join(PACKAGE, name), join(source, name), { recursive: true });
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: source,
  });
  const packed = Object.values(JSON.parse(stdout) as object)[0] as {
    filename: string;
    unpackedSize: number;
    files: { path: string }[];
  };
  return {
    folder,
    tarball: join(folder, packed.filename),
    unpackedBytes: packed.unpackedSize,
    files: packed.files.map(({ path }) => path),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Runs a tool of the repository in the package's folder; returns its output. Rejects when it fails. */
export async function runHere(tool: string, parameters: string[]): Promise<string> {
  const path = `${join(PACKAGE, '../../node_modules/.bin')}:${process.env.PATH}`;
  const { stdout, stderr } = await run(tool, parameters, { cwd: PACKAGE, env: { ...process.env, PATH: path } });
  return stdout + stderr;
}

/**
 * An application with the packed package. Of other packages it has only the dependencies of the SDK, from the
 * repository, and the named ones.
 */
export async function installApp({ folder, tarball }: Packed, others: readonly string[]): Promise<string> {
  const app = join(folder, 'app');
  const installed = join(app, 'node_modules/@subtext/sdk');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components', '1', '-C', installed]);
  await cp(APPS, app, { recursive: true });
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of [...Object.keys(dependencies), ...others]) {
    const link = join(app, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(folderOf(name), link);
  }
  return app;
}

/** The folder of a package in the repository. */
export function folderOf(name: string): string {
  const places = createRequire(join(PACKAGE, 'package.json')).resolve.paths(name) ?? [];
  const found = places.map((place) => join(place, name)).find((place) => hasPackage(place));
  if (!found) throw new Error(`${name} is not installed; run npm install.`);
  return found;
}

function hasPackage(folder: string): boolean {
  try {
    createRequire(import.meta.url).resolve(join(folder, 'package.json'));
    return true;
  } catch {
    return false;
  }
}
