// Begins an experiment, for the screen and for programs.
import { createExperiment, providerKeys, type AuditActor, type ProviderKey, type Sql } from '@subtext/db';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import {
  planExperiment,
  problemOfPlan,
  type NEW_EXPERIMENT,
  type PlannedExperiment,
  type VariantInput,
} from './new-experiment.ts';

interface Start {
  projectId: string;
  made: z.infer<typeof NEW_EXPERIMENT>;
  madeBy: AuditActor;
}

export interface StartedExperiment {
  id: string;
  /** For the audit log. */
  after: Readonly<Record<string, unknown>>;
}

/** Resolves to a sentence when it cannot begin. */
export async function startExperiment(
  sql: Sql,
  { projectId, made, madeBy }: Start,
): Promise<StartedExperiment | string> {
  const keys = await providerKeys(sql, projectId);
  const plan = await planExperiment(sql, projectId, { ...made, variants: made.variants.map(withKeyId(keys)) });
  const problem = problemOfPlan(plan) ?? (made.runs_on === 'server' ? missingKey(keys, plan) : needlessKey(plan));
  if (problem !== undefined) return problem;
  const id = randomUUID();
  const { steps, arms, since, until } = plan;
  await createExperiment(sql, {
    ...{ projectId, id, name: made.name, q: made.q, since, until, wantedSteps: made.steps, arms, steps, madeBy },
    ...{ repeats: made.repeats, maxOutputTokens: made.max_output_tokens, runsOn: made.runs_on },
    budget: BigInt(Math.round(made.budget * 1e9)),
  });
  const requests = steps.length * arms.length * made.repeats;
  const after = {
    id,
    arms: arms.map(({ name }) => name),
    steps: steps.length,
    requests,
    budget: made.budget,
    runs_on: made.runs_on,
  };
  return { id, after };
}

/** Programs say the name of a key, and the screen its id. */
const withKeyId =
  (keys: readonly ProviderKey[]) =>
  (variant: VariantInput): VariantInput => ({
    ...variant,
    key: keys.find(({ label }) => label === variant.key)?.id ?? variant.key,
  });

/** Checked before anything is made; the worker finds the API of each step by itself. */
function missingKey(keys: readonly ProviderKey[], { arms, providers }: PlannedExperiment): string | undefined {
  const chosen = arms.flatMap(({ keyId }) => keyId ?? []);
  if (chosen.some((id) => !keys.some((key) => key.id === id)))
    return 'The chosen key is not in this project. Choose one that Settings, Provider keys lists.';
  const missing = providers.find((provider) => !keys.some((key) => key.provider === provider));
  if (missing === undefined) return undefined;
  return `There is no key for ${missing}. An owner can add one under Settings, Provider keys; or let a worker ask with a key of its own.`;
}

const needlessKey = ({ arms }: PlannedExperiment): string | undefined =>
  arms.some(({ keyId }) => keyId !== null)
    ? 'A worker asks with keys of its own. Leave out the key, or let the server ask.'
    : undefined;
