// Paths in the checkout.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');
export const DEFAULT_DATA = join(ROOT, '.subtext');
export const BIN = join(ROOT, 'node_modules', '.bin');

export const inRoot = (...parts: string[]): string => join(ROOT, ...parts);

/** The version of Subtext, as its package.json says. */
export async function productVersion(): Promise<string> {
  return (JSON.parse(await readFile(inRoot('package.json'), 'utf8')) as { version: string }).version;
}
