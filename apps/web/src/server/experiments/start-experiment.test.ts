// Which key an experiment asks with: by name or id, and the reasons why it does not begin.
import { ensureProject, experiment, saveProviderKey } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { recordRun } from '@subtext/experiments/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEW_EXPERIMENT } from './new-experiment.ts';
import { startExperiment } from './start-experiment.ts';

const madeBy = { id: 'ada', email: 'ada@example.test' };
const FIRST = randomUUID();
const SECOND = randomUUID();

let database: TestDatabase;
let projectId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  projectId = (await ensureProject(sql, { slug: 'default', name: 'Default' })).id;
  await recordRun(sql, { projectId, number: 1 });
  const sealed = { provider: 'openai', secret: Buffer.from('sealed'), lastFour: 'last', baseUrl: null };
  for (const [id, label] of [
    [FIRST, 'Team A'],
    [SECOND, 'Team B'],
  ] as const)
    await saveProviderKey(sql, { projectId, id, label, savedBy: madeBy, ...sealed });
});
afterAll(() => database.drop());

const start = (key: string | undefined, more: object = {}) => {
  const made = NEW_EXPERIMENT.parse({ name: 'Low', budget: 5, variants: [{ effort: 'low', key }], ...more });
  return startExperiment(database.sql, { projectId, made, madeBy });
};

it.each([
  ['its name', 'Team A', FIRST],
  ['its id', SECOND, SECOND],
  ['neither, and so by the newest', undefined, null],
])('asks with a key that is chosen by %s, also the recorded setting', async (_how, key, keyId) => {
  const started = await start(key);
  if (typeof started === 'string') throw new Error(started);
  const { arms } = (await experiment(database.sql, { projectId, id: started.id }))!;
  expect(arms.map((arm) => arm.keyId)).toEqual([keyId, keyId]);
});

it('does not begin with a key that the project does not have, and says what to do', async () => {
  expect(await start('team a')).toContain('The chosen key is not in this project. Choose one that Settings');
});

it('does not begin with a key for a worker, which has its own', async () => {
  expect(await start('Team A', { runs_on: 'worker' })).toContain('Leave out the key, or let the server ask.');
});
