import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { hasTraces } from './has-traces.ts';
import { latestArrival } from './latest-arrival.ts';
import { recentRejections } from '../quarantine/recent-rejections.ts';
import { insertTrace } from '../testing-rows.ts';

const PROJECT = '11111111-1111-4111-8111-111111111111';
const FOREIGN = '22222222-2222-4222-8222-222222222222';
const OLDER = '0a'.repeat(16);
const NEWER = '0b'.repeat(16);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('returns nothing for a project without spans, also when others have some', async () => {
  await insertTrace(database.sql, { projectId: FOREIGN, traceId: OLDER });
  expect(await hasTraces(database.sql, PROJECT)).toBe(false);
  expect(await latestArrival(database.sql, PROJECT)).toBeUndefined();
});

it('returns the thinking states of the newest trace by provider, most frequent first', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute));
  await insertTrace(database.sql, { projectId: PROJECT, traceId: OLDER, trace: { started_at: at(0) } });
  await insertTrace(database.sql, {
    projectId: PROJECT,
    traceId: NEWER,
    trace: {
      started_at: at(1),
      name: 'refund',
      models: ['gpt-5.2'],
      span_count: 5,
      generation_count: 3,
      call_count: 1,
    },
    spans: [
      { span_id: '01'.repeat(8), provider: 'openai', thinking_state: 'encrypted' },
      { span_id: '02'.repeat(8), provider: 'openai', thinking_state: 'encrypted' },
      { span_id: '03'.repeat(8), provider: 'deepseek', thinking_state: 'readable' },
      { span_id: '04'.repeat(8), provider: 'openai', thinking_state: 'summary', duplicate_of: '01'.repeat(8) },
      { span_id: '05'.repeat(8), kind: 'tool', thinking_state: 'withheld' },
    ],
  });
  expect(await hasTraces(database.sql, PROJECT)).toBe(true);
  expect(await latestArrival(database.sql, PROJECT)).toMatchObject({
    traceId: NEWER,
    models: ['gpt-5.2'],
    spans: 5,
    generations: 3,
    calls: 1,
    thinking: [
      { provider: 'openai', state: 'encrypted', generations: 2 },
      { provider: 'deepseek', state: 'readable', generations: 1 },
    ],
  });
});

it('groups the spans refused within the last hour by reason', async () => {
  let bodies = 0;
  const refuse = (project: string, reason: string, age: string) => database.sql`
    INSERT INTO quarantine (project_id, received_at, reason, content_type, body)
    VALUES (${project}, now() - ${age}::interval, ${reason}, 'application/json', ${Buffer.from(String((bodies += 1)))})`;
  await refuse(PROJECT, 'no trace id', '5 minutes');
  await refuse(PROJECT, 'no trace id', '4 minutes');
  await refuse(PROJECT, 'too large', '1 minute');
  await refuse(PROJECT, 'long ago', '2 hours');
  await refuse(FOREIGN, 'not ours', '1 minute');
  expect(await recentRejections(database.sql, PROJECT)).toMatchObject([
    { reason: 'too large', spans: 1 },
    { reason: 'no trace id', spans: 2 },
  ]);
});
