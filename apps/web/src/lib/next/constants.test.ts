import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import * as ours from './constants.ts';

const require = createRequire(import.meta.url);
const next = dirname(require.resolve('next/package.json'));

/** The pattern in next.config.ts that selects the replaced module. */
const ASKS = /\b(_constants\d*) = require\("(?:\.\.\/){3,4}lib\/constants"\)/;

/** The names that browser code imports from the replaced file. */
function namesAsked(): Set<string> {
  const names = new Set<string>();
  for (const file of globSync(`${next}/dist/{client,shared}/**/*.js`)) {
    const text = readFileSync(file, 'utf8');
    const [, holder] = ASKS.exec(text) ?? [];
    if (holder !== undefined)
      for (const [, name] of text.matchAll(new RegExp(`\\b${holder}\\.(\\w+)`, 'g'))) names.add(name!);
  }
  return names;
}

it('the constants that stand for those of Next are as they are there, and are all that a browser asks for', () => {
  const theirs = require('next/dist/lib/constants') as Record<string, unknown>;
  const asked = namesAsked();
  expect(asked.size).toBeGreaterThan(0);
  expect({ ...ours }).toEqual(Object.fromEntries([...asked].map((name) => [name, theirs[name]])));
});
