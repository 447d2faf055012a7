// What happens to a question whose worker was killed: real PostgreSQL, and no provider, because the worker is gone.
import {
  claimAnswer,
  ensureProject,
  experiment,
  renewLease,
  settleAnswer,
  type ExperimentKey,
  type Sql,
} from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nextQuestion, type Question } from './index.ts';
import { arm, makeExperiment } from './testing/make-experiment.ts';
import { recordRun } from './testing/recorded.ts';

let database: TestDatabase;
let sql: Sql;
let projectId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ sql } = database);
});
beforeEach(async () => {
  const slug = `p${randomUUID().slice(0, 8)}`;
  projectId = (await ensureProject(sql, { slug, name: slug })).id;
  await recordRun(sql, { projectId, number: 1 });
});
afterAll(() => database.drop());

const make = () => makeExperiment(sql, projectId, { arms: [arm()] });

/** As after the 30 seconds in which a worker would have renewed them. */
const endLeases = () =>
  sql`UPDATE experiment_answers SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL`;

describe('a question whose worker was killed', () => {
  const answer = {
    cost: 1_000n,
    inputTokens: 1,
    outputTokens: 1,
    reasoningTokens: 0,
    latencyMs: 1,
    calls: [],
    text: '',
  };
  const figures = { ...answer, isSameCall: true, argumentsMatch: null, unsourced: null, recordedUnsourced: null };
  const answered = { state: 'answered' as const, ...figures };
  const spentOf = async (key: ExperimentKey) => {
    const { spent, reserved } = (await experiment(sql, key))!;
    return [Number(spent), Number(reserved)];
  };

  it('is asked three times, and then lost, and each time counts', async () => {
    const key = await make();
    const bounds: number[] = [];
    for (const attempt of [1, 2, 3]) {
      const question = await nextQuestion(sql, key);
      expect(question).toMatchObject({ key: { attempt } });
      bounds.push((await spentOf(key))[1]!);
      await endLeases();
    }
    expect(await nextQuestion(sql, key)).toBe('none');
    expect((await experiment(sql, key))!).toMatchObject({ counts: { lost: 1 } });
    expect(await spentOf(key)).toEqual([bounds.reduce((sum, bound) => sum + bound, 0), 0]);
  });

  it('counts an answer that comes late, unless it has been asked for again', async () => {
    const key = await make();
    const first = (await nextQuestion(sql, key)) as Question;
    const [, bound] = await spentOf(key);
    await endLeases();
    const second = (await nextQuestion(sql, key)) as Question;
    expect(await settleAnswer(sql, first.key, answered)).toBe(false);
    await endLeases();
    // Given up, and not asked for again: the look for another question only returns it to the others.
    await claimAnswer(sql, key);
    expect(await settleAnswer(sql, first.key, answered)).toBe(false);
    expect(await settleAnswer(sql, second.key, answered)).toBe(true);
    expect(await settleAnswer(sql, second.key, answered)).toBe(false);
    expect(await spentOf(key)).toEqual([bound! + 1_000, 0]);
  });

  it('stays with a worker that renews its lease', async () => {
    const key = await make();
    const question = (await nextQuestion(sql, key)) as Question;
    await endLeases();
    expect(await renewLease(sql, question.key)).toBe(true);
    expect(await nextQuestion(sql, key)).toBe('none');
    await endLeases();
    expect(await nextQuestion(sql, key)).toMatchObject({ key: { attempt: 2 } });
    expect(await renewLease(sql, question.key)).toBe(false);
  });
});
