// Planted: one model for which less thinking is enough, and the same steps by another one, for which it is not.
// A scripted provider is asked over real sockets.
import { ensureProject } from '@subtext/db';
import { runExperiments } from '@subtext/experiments';
import { makeExperiment, recordRun, saveKey, startOrderProvider } from '@subtext/experiments/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwner, type Owner } from '../testing/owner.ts';

const STEPS = 40;
const ENOUGH = 'gpt-5.2';
const OTHER = 'gpt-5.4';
const authSecret = 'a secret of this installation, long enough';

let owner: Owner;

beforeAll(async () => {
  owner = await openOwner();
});
afterAll(() => owner.close());

it('says for which model less thinking would do, with the figures that were planted, and not for the other one', async () => {
  const { sql } = owner.database;
  const { id: projectId } = await ensureProject(sql, { slug: 'default', name: 'Default' });
  for (let number = 1; number <= STEPS; number += 1) {
    await recordRun(sql, { projectId, number, model: ENOUGH });
    await recordRun(sql, { projectId, number: 1_000 + number, model: OTHER });
  }
  const provider = await startOrderProvider({
    onAsked: () => undefined,
    isWrong: ({ order, effort, model }) => effort === 'low' && model === OTHER && order % 4 !== 0,
  });
  await saveKey(sql, { projectId, provider: 'openai', baseUrl: `${provider.url}/v1`, secret: 'sk-test-1', authSecret });
  const key = await makeExperiment(sql, projectId);
  await runExperiments(sql, { settings: { authSecret, allowedAddresses: '127.0.0.1' }, firstPauseMs: 1 });
  await provider.close();

  const [advice, ...others] = await (await owner.caller()).experiments.measured({ project: 'default' });
  expect(others).toEqual([]);
  expect(advice).toMatchObject({ id: key.id, name: 'Low', steps: 2 * STEPS });
  // Low effort has 60 tokens of output, and high effort 200: $0.001365 of $0.003325 at gpt-5.2.
  expect(advice!.results).toEqual([
    {
      verdict: 'enough',
      says: expect.stringMatching(
        /^gpt-5\.2: at `low` the same call in 100 % ± 9 for 41 % ± 0 of the cost \(40 steps × 1\); the same setting, asked again: 100 % ± \d+$/,
      ) as string,
    },
    {
      verdict: 'not_enough',
      says: expect.stringMatching(
        /^gpt-5\.4: at `low` the same call in 100 % ± \d+, with the same arguments in 25 % ± \d+ of them, for \d\d % ± 0 of the cost \(40 steps × 1\)/,
      ) as string,
    },
  ]);
}, 120_000);
