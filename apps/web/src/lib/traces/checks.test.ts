import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRACE_CHECK_IDS } from '@subtext/evidence';
import { expect, test } from 'vitest';
import { checksWords, foundWords } from './check-figures.ts';
import { CHECK_NAMES } from './checks.ts';

test('every check has a name, and every name a definition in the docs', () => {
  expect([...CHECK_NAMES].sort()).toEqual([...TRACE_CHECK_IDS].sort());
  const docs = readFileSync(join(import.meta.dirname, '../../../../../docs/checks.md'), 'utf8');
  expect(CHECK_NAMES.filter((name) => !docs.includes(`### \`${name}\`: `))).toEqual([]);
});

const found = (check: string, findings: number, certain = findings) => ({ check, findings, certain });

test('findings are said with the worst first, their number, and how sure they are', () => {
  const checks = {
    ...{ state: 'checked' as const, partly: [] },
    found: [found('repeated', 2, 1), found('other-value', 1, 0)],
  };
  expect(foundWords(checks)).toEqual(['other value 1 (likely)', 'repeated 2 (1 likely)']);
  expect(checksWords(checks)).toBe('other value 1 (likely) · repeated 2 (1 likely)');
});

test('an invented identifier is not said twice', () => {
  const one = (unsourced: number) => ({
    ...{ state: 'checked' as const, partly: [] },
    found: [found('invented-identifier', 1), found('unsourced', unsourced)],
  });
  expect(foundWords(one(1))).toEqual(['invented identifier 1']);
  expect(foundWords(one(3))).toEqual(['invented identifier 1', 'unsourced 3']);
});

test('what was not checked is not without findings', () => {
  const nothing = { found: [], partly: [] };
  expect(checksWords({ ...nothing, state: 'checked' })).toBe('nothing found');
  expect(checksWords({ ...nothing, state: 'checked', partly: ['circling', 'far-above'] })).toBe(
    'nothing found, not every step checked for: circling, far above',
  );
  expect(checksWords({ ...nothing, state: 'due' })).toBe('not checked yet');
  expect(checksWords({ ...nothing, state: 'failed' })).toBe('the checks failed');
  expect(checksWords({ ...nothing, state: 'none' })).toBe('not checked');
  expect(checksWords({ state: 'due', found: [found('repeated', 1)], partly: [] })).toBe(
    'repeated 1 · not checked yet since it changed',
  );
});
