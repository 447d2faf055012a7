/**
 * Tests the migration that subtracts the thinking of runs from the hidden thinking, on sums and rows as they were
 * before.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureProject } from '../projects/projects.ts';
import { checkSums } from '../maintain/recount.ts';
import { runStatements } from './sql-statements.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { storableSpan } from '../testing/storable-spans.ts';
import { stored } from '../testing/stored.ts';
import { createWriteBatch } from '../write/write-batch.ts';

const MIGRATION = '../../../../prisma/migrations/20261123150000_untold_thinking/migration.sql';

/** Restores the tables as they were before: all reported thinking of runs counted as thinking without text. */
const BEFORE = `
  UPDATE spans SET readable_tokens = 0, summary_tokens = 0, no_text_tokens = reasoning_tokens,
    readable_cost = 0, summary_cost = 0, no_text_cost = reasoning_cost WHERE kind = 'agent';
  UPDATE traces SET answer_cost = answer_cost - untold_cost, no_text_cost = no_text_cost + untold_cost,
    hidden_reasoning_tokens = hidden_reasoning_tokens + CASE WHEN runs_counted > 0 THEN 50 ELSE 0 END;
  UPDATE model_rollups SET answer_cost = answer_cost - untold_cost, no_text_cost = no_text_cost + untold_cost, no_text_tokens = no_text_tokens + untold_tokens;
  ALTER TABLE traces DROP COLUMN untold_cost;
  ALTER TABLE model_rollups DROP COLUMN untold_tokens, DROP COLUMN untold_cost;`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const COSTS = { inputCost: 30, outputCost: 70, reasoningCost: 20, totalCost: 100, reasoningTokens: 50 } as const;

test('thinking reported by runs moves to the untold cost, and that of calls stays hidden', async () => {
  const { sql } = database;
  const { id } = await ensureProject(sql, { slug: 'p', name: 'P' });
  const reported = { inputTokens: 1000, outputTokens: 200, ...COSTS };
  const counted = storableSpan({ traceId: 'a'.repeat(32), span: { kind: 'agent', ...reported }, calls: [] });
  const call = { ...reported, readableTokens: 0, summaryTokens: 0, noTextTokens: 50, readableCost: 0, summaryCost: 0 };
  const hidden = storableSpan({ traceId: 'b'.repeat(32), span: { ...call, noTextCost: 20 }, calls: [] });
  const under = { parentSpanId: hidden.span.spanId, spanId: 'c'.repeat(16), kind: 'agent', ...reported } as const;
  const repeats = storableSpan({ traceId: 'b'.repeat(32), span: under, calls: [] });
  await createWriteBatch(sql)([counted, hidden, repeats].map((span) => ({ ...span, projectId: id })));
  const after = await stored(sql, id);

  await runStatements(sql, BEFORE);
  await runStatements(sql, await readFile(join(import.meta.dirname, MIGRATION), 'utf8'));

  expect(await stored(sql, id)).toEqual(after);
  expect(await checkSums(sql, id)).toEqual([]);
  const traces =
    await sql`SELECT no_text_cost, untold_cost, hidden_reasoning_tokens AS hidden FROM traces ORDER BY trace_id`;
  expect(traces.map((row) => ({ ...row }))).toEqual([
    { no_text_cost: 0n, untold_cost: 20n, hidden: 0n },
    { no_text_cost: 20n, untold_cost: 0n, hidden: 50n },
  ]);
});
