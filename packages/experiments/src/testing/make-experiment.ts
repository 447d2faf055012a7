/** Experiments on all recorded steps of a project, for tests. */
import { createExperiment, sampleSteps, type ExperimentArm, type ExperimentRunner, type Sql } from '@subtext/db';
import { randomUUID } from 'node:crypto';

export const arm = (more: Partial<ExperimentArm> = {}): ExperimentArm => ({
  ...{ name: 'low', isBaseline: false, target: null, model: null, effort: 'low', budgetTokens: null },
  ...{ withThoughts: true, keyId: null, ...more },
});

export const BASELINE = arm({ name: 'as recorded', isBaseline: true, effort: null });

export interface ExperimentToMake {
  arms?: readonly ExperimentArm[];
  repeats?: number;
  /** US dollars. */
  budget?: number;
  maxOutputTokens?: number;
  runsOn?: ExperimentRunner;
}

export async function makeExperiment(sql: Sql, projectId: string, made: ExperimentToMake = {}) {
  const { arms = [BASELINE, arm()], repeats = 1, budget = 5, maxOutputTokens = 2_000, runsOn = 'server' } = made;
  const filter = { projectId, from: null, to: null, conditions: [] };
  const id = randomUUID();
  const steps = await sampleSteps(sql, { filter, limit: 100 }, id);
  const madeBy = { id: 'ada', email: 'ada@example.com' };
  await createExperiment(sql, {
    ...{ projectId, id, name: 'Low', q: '', since: null, until: null, wantedSteps: 100, arms, repeats, runsOn },
    ...{ maxOutputTokens, budget: BigInt(Math.round(budget * 1e9)), madeBy, steps },
  });
  return { projectId, id };
}
