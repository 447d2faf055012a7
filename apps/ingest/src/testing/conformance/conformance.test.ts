/** The table of docs/otlp.md, rule by rule. */
import { readFile } from 'node:fs/promises';
import { createTestDatabase } from '@subtext/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIngest, type TestIngest } from '../ingest.ts';
import { document, DOCUMENT } from './document.ts';
import { tryRule } from './rule.ts';
import { RULES } from './rules.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

/** On a Citus a database takes seconds to make, one after the other. */
const timeout = process.env.DATABASE_URL ? 300_000 : 60_000;

describe.concurrent('OTLP', () => {
  test.each([...RULES])('$topic: $rule', { timeout }, (rule) => tryRule(rule, server, createTestDatabase));
});

test('docs/otlp.md has the same rules', async () => {
  const outcomes = RULES.map((rule) => ({ ...rule, failure: undefined }));
  expect(await readFile(DOCUMENT, 'utf8')).toBe(await document(outcomes));
});
