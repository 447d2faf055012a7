/**
 * Measures the size of the SDK: a cold import, and the files on disk, its own separate from those of OpenTelemetry.
 * Part of sdk.ts.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROCESSES = 15;
const LOADS = {
  'nothing (a module of Node)': `await import('node:timers/promises')`,
  // As the SDK loads it after the first answer: its ES modules take twice the time.
  '@opentelemetry/api': `createRequire(import.meta.url)('@opentelemetry/api')`,
  '@subtext/sdk': `await import('@subtext/sdk')`,
  '@subtext/sdk/register': `await import('@subtext/sdk/register')`,
  '@opentelemetry/sdk-node, only for variables that it alone reads': `await import('@opentelemetry/sdk-node')`,
};

/**
 * Milliseconds from the start to the end of the first import in a process. Each measurement uses a new process, and the
 * imports take turns.
 */
export function reportImport(): void {
  const names = Object.keys(LOADS) as (keyof typeof LOADS)[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < PROCESSES; round += 1) {
    for (const name of names) times.get(name)?.push(loadTime(LOADS[name]));
  }
  console.log(`\ncold import, ms, fastest and median of ${PROCESSES} processes`);
  for (const [name, all] of times) {
    const sorted = all.toSorted((left, right) => left - right);
    const [fastest = NaN, middle = NaN] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
    console.log(`${name.padEnd(72)}${fastest.toFixed(1).padStart(8)}${middle.toFixed(1).padStart(8)}`);
  }
}

function loadTime(load: string): number {
  const source = `import { createRequire } from 'node:module';
    const start = performance.now(); ${load}; console.log(performance.now() - start)`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return Number(stdout);
}

/** Megabytes as installed: the published files, and each package that comes with them, counted once. */
export function reportSize(): void {
  const own = dirname(fileURLToPath(import.meta.resolve('@subtext/sdk')));
  const packages = new Map<string, string>();
  addDependencies(dirname(own), packages);
  const others = [...packages.values()].reduce((total, folder) => total + bytesIn(folder), 0);
  console.log('\ninstalled, MB');
  console.log(`${'@subtext/sdk itself'.padEnd(72)}${megabytes(bytesIn(own))}`);
  console.log(`${`its ${packages.size} dependencies`.padEnd(72)}${megabytes(others)}`);
}

function addDependencies(folder: string, packages: Map<string, string>): void {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    const found = folderOf(name, folder);
    if (!found || packages.has(found)) continue;
    packages.set(found, found);
    addDependencies(found, packages);
  }
}

function folderOf(name: string, from: string): string | undefined {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  return places.map((place) => join(place, name)).find((folder) => existsSync(join(folder, 'package.json')));
}

/** Nested packages are counted separately. */
function bytesIn(folder: string): number {
  const names = readdirSync(folder).filter((name) => name !== 'node_modules');
  return names.reduce((total, name) => {
    const path = join(folder, name);
    const found = statSync(path);
    return total + (found.isDirectory() ? bytesIn(path) : found.size);
  }, 0);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2).padStart(8);
}
