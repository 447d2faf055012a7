import { ensureProject } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { recount } from './recount.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv('DATABASE_URL', database.url);
  const { id } = await ensureProject(database.sql, { slug: 'shop', name: 'Shop' });
  await database.sql`
    INSERT INTO tool_rollups (project_id, hour, tool_name, calls, calls_with_tokens, calls_estimated, estimated_tokens, reasoning_tokens,
      reasoning_cost, hidden_cost, token_histogram)
    VALUES (${id}, '2026-11-21T10:00Z', 'get_order', 3, 0, 0, 0, 0, 0, 0, array_fill(0, ARRAY[24]))`;
});
afterAll(() => database.drop());

async function run(...words: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const code = await recount(words, (line) => lines.push(line));
  return { code, said: lines.join('\n') };
}

it('names what is wrong, repairs it when asked, and finds nothing then', async () => {
  const wrong = 'tool_rollups 2026-11-21T10:00Z get_order: calls is 3, spans say 0';
  expect(await run('--check')).toEqual({ code: 1, said: expect.stringContaining(wrong) });
  expect(await run()).toMatchObject({ code: 1 });
  expect(await run('--repair')).toEqual({ code: 0, said: expect.stringContaining('shop: 1 figures repaired') });
  expect(await run('--check', '--project', 'shop')).toEqual({
    code: 0,
    said: 'shop: every sum is what its spans say.',
  });
});

it('says which project or option it does not know', async () => {
  await expect(run('--project', 'shp')).rejects.toThrow('There is no project shp.');
  await expect(run('--mend')).rejects.toThrow(/'--mend'[\s\S]*--repair/);
});
