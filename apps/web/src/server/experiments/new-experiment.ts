// What a user or a program enters for an experiment, and the steps and variants that it means.
import {
  findProjectPrices,
  MAX_EXPERIMENT_ANSWERS,
  MAX_EXPERIMENT_STEPS,
  sampleSteps,
  type ExperimentArm,
  type RecordedStep,
  type Sql,
} from '@subtext/db';
import { estimate, type Estimate } from '@subtext/experiments';
import { isAskable, replayTarget, targetOfOrigin } from '@subtext/reasoning';
import * as z from 'zod';
import { filterOf } from '../list-filter.ts';
import { NAME, TEXT } from '../trpc/inputs.ts';

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
const TARGET = z
  .string()
  .max(80)
  .refine((id) => {
    const found = replayTarget(id);
    return found !== undefined && isAskable(found);
  }, 'This provider cannot be asked. The dialog lists those that can.');

const VARIANT = z
  .strictObject({
    effort: z.enum(EFFORTS).optional(),
    budget_tokens: z.int().min(0).max(1_000_000).optional(),
    /** As in the request. */
    model: TEXT.trim().min(1).max(200).optional(),
    target: TARGET.optional().meta({ description: 'Another provider, such as anthropic.messages/anthropic.' }),
    thoughts: z
      .boolean()
      .default(true)
      .meta({ description: 'With the earlier thoughts that the provider accepts back.' }),
    key: TEXT.trim().min(1).max(200).optional().meta({
      description:
        'A key of the project by its name or id, for the provider that it is of; absent: the newest of each provider.',
    }),
  })
  .refine(({ effort, budget_tokens: budget }) => effort === undefined || budget === undefined, {
    message: 'A variant has an effort or a budget of thinking, not both.',
  })
  .refine(({ target, model }) => target === undefined || model !== undefined, {
    path: ['model'],
    message: 'Another provider needs the name of its model.',
  });
export type VariantInput = z.infer<typeof VARIANT>;

export const PLANNED = z.strictObject({
  q: z
    .string()
    .max(500)
    .default('')
    .meta({ description: 'The filter of runs, as in the list; "model:", "effort:" and "tool:" choose steps, too.' }),
  range: z.string().max(100).default('7d').meta({ description: '24h, ISO..ISO, or all.' }),
  steps: z.int().min(1).max(MAX_EXPERIMENT_STEPS).default(50),
  repeats: z.int().min(1).max(20).default(3),
  baseline: z
    .boolean()
    .default(true)
    .meta({ description: 'Ask the recorded setting again, too: models vary by themselves.' }),
  variants: z.array(VARIANT).min(1).max(4),
});
export type Planned = z.infer<typeof PLANNED>;

const MAX_DOLLARS = 10_000;

export const NEW_EXPERIMENT = PLANNED.extend({
  name: NAME,
  budget: z.number().positive().max(MAX_DOLLARS).meta({ description: 'US dollars that are never exceeded.' }),
  max_output_tokens: z.int().min(16).max(200_000).default(8_000),
  runs_on: z.enum(['server', 'worker']).default('server').meta({
    description: 'worker: `subtext experiment run` asks with keys of its own, and the server never has them.',
  }),
}).meta({ id: 'NewExperiment' });

export interface PlannedExperiment {
  steps: RecordedStep[];
  arms: ExperimentArm[];
  since: Date | null;
  until: Date | null;
  estimate: Estimate;
  /** That are asked, as in REPLAY_TARGETS. */
  providers: string[];
}

export async function planExperiment(sql: Sql, projectId: string, planned: Planned): Promise<PlannedExperiment> {
  const filter = filterOf(projectId, planned);
  // The same sample for the estimate and for what is asked, and for another experiment with the same filter.
  const steps = await sampleSteps(sql, { filter, limit: planned.steps }, `${projectId} ${planned.q}`);
  const variants = planned.variants.map(armOf);
  // The recorded setting is asked with the same key, so that the two differ only in the setting.
  const baseline = { ...BASELINE, keyId: variants[0]?.target === null ? variants[0].keyId : null };
  const arms = [...(planned.baseline ? [baseline] : []), ...variants];
  const prices = await findProjectPrices(sql, projectId);
  const figures = estimate({ steps, arms, repeats: planned.repeats }, prices, new Date());
  const providers = providersOf(arms, steps);
  return { steps, arms, since: filter.from, until: filter.to, estimate: figures, providers };
}

function providersOf(arms: readonly ExperimentArm[], steps: readonly RecordedStep[]): string[] {
  const recorded = [...new Set(steps.map(({ provider }) => targetOfProvider(provider ?? '')))];
  const asked = arms.flatMap(({ target }) => (target === null ? recorded : (replayTarget(target)?.provider ?? target)));
  return [...new Set(asked)];
}

/** A span may name the provider otherwise than REPLAY_TARGETS. */
function targetOfProvider(provider: string): string {
  if (/anthropic/.test(provider)) return 'anthropic';
  if (/gemini|gen_ai|google|vertex/.test(provider)) return 'google';
  return targetOfOrigin({ api: 'openai.chat', provider }).provider ?? provider;
}

const BASELINE: ExperimentArm = {
  ...{ name: 'as recorded', isBaseline: true, target: null, model: null, effort: null, budgetTokens: null },
  ...{ withThoughts: true, keyId: null },
};

function armOf({ effort, budget_tokens: budgetTokens, model, target, thoughts, key }: VariantInput): ExperimentArm {
  const words = [
    effort,
    budgetTokens === undefined ? undefined : `${budgetTokens} tokens`,
    model,
    thoughts ? undefined : 'without earlier thoughts',
  ].filter(Boolean);
  return {
    name: words.join(', ') || 'as recorded',
    isBaseline: false,
    target: target ?? null,
    model: model ?? null,
    effort: effort ?? null,
    budgetTokens: budgetTokens ?? null,
    withThoughts: thoughts,
    keyId: key ?? null,
  };
}

/** A sentence: why the experiment cannot begin. */
export function problemOfPlan({ steps, estimate: { unpriced, requests } }: PlannedExperiment): string | undefined {
  if (steps.length === 0) return 'No step matches. Choose another filter or a longer range.';
  if (requests > MAX_EXPERIMENT_ANSWERS)
    return `This would be ${requests} requests, and an experiment has at most ${MAX_EXPERIMENT_ANSWERS}. Choose fewer steps or repetitions.`;
  if (unpriced.length > 0)
    return `There is no price for ${unpriced.join(', ')}, so a budget in dollars cannot hold. Set one under Settings, Prices, or narrow the filter with "model:".`;
  return undefined;
}
