/** Installs the packages of a framework into its folder, from its own lock file, when they are missing or stale. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '@subtext/launcher';
import { agentFolder } from './run-program.ts';

export async function ensureInstalled(folder: string): Promise<'installed' | 'already there'> {
  const directory = agentFolder(folder);
  const marker = join(directory, 'node_modules', '.subtext-installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(directory, 'package-lock.json')))
    .digest('hex');
  if (contentOf(marker) === lock) return 'already there';
  const { code, output } = await runNpm(['ci'], directory);
  if (code !== 0) throw new Error(`npm ci failed in ${directory}: ${output}`);
  writeFileSync(marker, lock);
  return 'installed';
}

/** As installed. */
export function versionOf(folder: string, name: string): string {
  const manifest = readFileSync(join(agentFolder(folder), 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
