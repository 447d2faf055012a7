import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateClient } from './generate.ts';

const root = join(import.meta.dirname, '../../..');

test('the Prisma client in git matches prisma/schema.prisma (if not: npm run generate -w packages/db)', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'subtext-prisma-'));
  try {
    await cp(join(root, 'prisma/schema.prisma'), join(directory, 'prisma/schema.prisma'));
    const generated = await readAll(generateClient(directory));
    const inGit = await readAll(join(import.meta.dirname, 'generated/prisma'));
    expect(Object.keys(inGit)).toEqual(Object.keys(generated));
    // Compares file names, because the full difference would be a megabyte of text.
    const changed = Object.keys(generated).filter((name) => inGit[name] !== generated[name]);
    expect(changed).toEqual([]);
  } finally {
    await rm(directory, { recursive: true });
  }
}, 120_000);

async function readAll(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const named = paths.map((path, index): [string, string] => [path.slice(directory.length), texts[index]!]);
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}
