import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing.ts';
import { insertTrace } from '../testing-rows.ts';
import { sessionsRecovered } from './sessions-recovered.ts';

const projectId = '00000000-0000-4000-8000-000000000001';
const CALL = '01'.repeat(8);
const TOOL = '02'.repeat(8);

let database: TestDatabase;
let made = 0;
beforeAll(async () => (database = await createTestDatabase()));
afterAll(() => database.drop());

/** A turn whose tool failed; `answered`: its model call did not, and answered. */
async function turn(session_id: string, answered: boolean, project = projectId) {
  await insertTrace(database.sql, {
    projectId: project,
    traceId: String((made += 1)).padStart(32, '0'),
    trace: { session_id, error_count: 1 },
    spans: [
      { span_id: CALL, kind: 'generation', status: answered ? 'ok' : 'error' },
      { span_id: TOOL, parent_span_id: CALL, kind: 'tool', status: 'error' },
    ],
    calls: answered ? [{ span_id: CALL, call_index: 0, type: 'answer' }] : [],
  });
}

it('a session recovered when each of its turns with an error did', async () => {
  await turn('well', true);
  await turn('well', true);
  await turn('ill', true);
  await turn('ill', false);
  await turn('elsewhere', true, '00000000-0000-4000-8000-000000000002');
  const asked = ['well', 'ill', 'elsewhere', 'never seen'];
  expect([...(await sessionsRecovered(database.sql, projectId, asked))]).toEqual(['well']);
  expect(await sessionsRecovered(database.sql, projectId, [])).toEqual(new Set());
});

it('a session with many turns with errors is not looked at, and did not recover', async () => {
  for (let turns = 0; turns < 11; turns += 1) await turn('long', true);
  expect(await sessionsRecovered(database.sql, projectId, ['long'])).toEqual(new Set());
});
