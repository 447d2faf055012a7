/**
 * docs/providers.md names the client versions whose types were read: after an update of a client they must be read
 * again.
 */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const FACTS = new URL('../../../docs/providers.md', import.meta.url);
const MANIFEST = new URL('../package.json', import.meta.url);

it('the facts about providers are from the client versions that the SDK is tested with', async () => {
  const named = [...(await readFile(FACTS, 'utf8')).matchAll(/`([@\w/-]+)` (\d+\.\d+\.\d+)/g)];
  const { devDependencies } = JSON.parse(await readFile(MANIFEST, 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const tested = new Map(Object.entries(devDependencies));
  const known = named.flatMap(([, name = '', version]) => (tested.has(name) ? [[name, version]] : []));
  expect(known.length).toBeGreaterThan(5);
  expect(known).toEqual(known.map(([name = '']) => [name, tested.get(name)]));
});
