import { afterAll, beforeAll, expect, it } from 'vitest';
import { meansModel } from '@subtext/trace';
import { meansModelSql } from './model-names.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';

const CASES: [name: string, model: string, means: boolean][] = [
  ['gpt-5.2', 'gpt-5.2', true],
  ['gpt-5.2-2026-01-15', 'gpt-5.2', true],
  ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5', true],
  ['anthropic.claude-3-5-sonnet-20241022-v2:0', 'anthropic.claude-3-5-sonnet', true],
  ['gpt-5.2', 'gpt-5.2-2026-01-15', false],
  ['gpt-5.2-mini', 'gpt-5.2', false],
  ['gpt-5.2-mini-2026-01-15', 'gpt-5.2', false],
  ['gpt-oss-20b', 'gpt-oss', false],
  ['gpt-oss-20', 'gpt-oss', false],
  ['gpt-5_2-2026-01-15', 'gpt-5%2', false],
  ['modèle-😀-2026-01-15', 'modèle-😀', true],
  ['', '', true],
];

let database: TestDatabase;
beforeAll(async () => (database = await createTestDatabase()));
afterAll(() => database.drop());

it.each(CASES)('says of %j whether it means %j: %j', (name, model, means) =>
  expect(meansModel(name, model)).toBe(means),
);

it('says the same in SQL', async () => {
  const { sql } = database;
  const rows = await sql<{ name: string; model: string; means: boolean }[]>`
    select name, model, ${meansModelSql(sql, sql`name`, sql`model`)} as means
    from unnest(${CASES.map(([name]) => name)}::text[], ${CASES.map(([, model]) => model)}::text[]) as asked(name, model)`;
  expect(rows.map(({ name, model, means }) => [name, model, means])).toEqual(CASES);
});
