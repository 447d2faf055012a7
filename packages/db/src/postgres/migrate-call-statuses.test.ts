/** Tests the migration that separates calls without a result from successes, on rows as they were before. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BLANK_CALL } from '@subtext/trace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureProject } from '../projects/projects.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { storableSpan } from '../testing/storable-spans.ts';
import { createWriteBatch } from '../write/write-batch.ts';
import { runStatements } from './sql-statements.ts';

const MIGRATION = '../../../../prisma/migrations/20261126220000_call_statuses/migration.sql';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a success of no length and without a result becomes a call without a result', async () => {
  const { sql } = database;
  const { id } = await ensureProject(sql, { slug: 'p', name: 'P' });
  const before = (name: string, call: { durationNs: number; resultPreview: string | null }, convention = 'subtext') => {
    const spanId = Buffer.from(name.padEnd(8)).toString('hex');
    const startedAt = '2026-11-26T10:00:00.000000Z';
    const own = { ...BLANK_CALL, describedBy: 'execution', toolName: name, status: 'ok', startedAt, ...call } as const;
    return storableSpan({ traceId: 'a'.repeat(32), span: { spanId, kind: 'tool', convention }, calls: [own] });
  };
  const spans = [
    before('unseen', { durationNs: 0, resultPreview: null }),
    before('lasted', { durationNs: 5, resultPreview: null }),
    before('returned', { durationNs: 0, resultPreview: '3' }),
    before('foreign', { durationNs: 0, resultPreview: null }, 'other'),
  ];
  await createWriteBatch(sql)(spans.map((span) => ({ ...span, projectId: id })));

  await runStatements(sql, 'ALTER TABLE tool_calls DROP COLUMN duration_inferred');
  await runStatements(sql, await readFile(join(import.meta.dirname, MIGRATION), 'utf8'));

  const calls = await sql`
    SELECT tool_name, status, duration_ns, duration_inferred FROM tool_calls ORDER BY tool_name`;
  expect(calls.map((row) => Object.values(row))).toEqual([
    ['foreign', 'ok', 0n, false],
    ['lasted', 'ok', 5n, false],
    ['returned', 'ok', 0n, false],
    ['unseen', 'no_result', null, false],
  ]);
});
