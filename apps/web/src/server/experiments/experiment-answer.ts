// An experiment as programs and the screen see it.
import type { Experiment, ExperimentArm } from '@subtext/db';
import type { MeasuredArm } from '@subtext/experiments';
import * as z from 'zod';

const TIME = z.iso.datetime();
const COUNT = z.int().nonnegative();
const SHARE = z
  .object({
    value: z.number(),
    low: z.number(),
    high: z.number().nullable().meta({ description: 'null: not bounded.' }),
    steps: COUNT,
  })
  .meta({ id: 'MeasuredShare', description: 'With an interval of 95 %, over steps.' });

const ARM = z
  .object({
    name: z.string(),
    baseline: z.boolean().meta({ description: 'The recorded setting, asked again.' }),
    target: z.string().nullable(),
    model: z.string().nullable(),
    effort: z.string().nullable(),
    budget_tokens: z.number().nullable(),
    thoughts: z.boolean(),
    says: z.string().nullable().meta({ description: 'The result as a sentence; null without any answer.' }),
    answered: COUNT,
    failed: COUNT.meta({ description: 'Refused by the provider, and not charged.' }),
    lost: COUNT.meta({ description: 'Asked, without an answer: it counts at its upper bound.' }),
    left_out: COUNT.meta({
      description: 'Not asked, because the record is not complete or the setting would be refused.',
    }),
    same_call: SHARE.nullable(),
    same_arguments: SHARE.nullable().meta({ description: 'Of answers with the same call: equal by value.' }),
    exact_arguments: SHARE.nullable(),
    more_unsourced: SHARE.nullable().meta({ description: 'Answers with more values from nowhere than the record.' }),
    cost: SHARE.nullable().meta({ description: 'Of the baseline, or of the record without one.' }),
    thinking: SHARE.nullable(),
    latency: SHARE.nullable(),
  })
  .meta({ id: 'ExperimentArm' });

const COUNTS = z.object({
  ...{ waiting: COUNT, asked: COUNT, answered: COUNT, failed: COUNT, lost: COUNT, left_out: COUNT },
});

export const EXPERIMENT_SUMMARY = z
  .object({
    id: z.uuid(),
    project: z.string(),
    name: z.string(),
    state: z.enum(['waiting', 'running', 'done', 'stopped', 'out_of_budget', 'failed']),
    reason: z.string().nullable(),
    filter: z.string(),
    since: TIME.nullable(),
    until: TIME.nullable(),
    runs_on: z.enum(['server', 'worker']),
    repeats: COUNT,
    max_output_tokens: COUNT,
    budget_usd: z.number(),
    spent_usd: z.number().meta({ description: 'What was charged, or may have been.' }),
    reserved_usd: z.number().meta({ description: 'For requests without an answer yet.' }),
    made_by: z.string().meta({ description: 'The e-mail address of a user, or the name of a key.' }),
    created_at: TIME,
    started_at: TIME.nullable(),
    finished_at: TIME.nullable(),
    steps: COUNT,
    answers: COUNTS,
  })
  .meta({ id: 'ExperimentSummary' });

export const EXPERIMENT_ANSWER = EXPERIMENT_SUMMARY.extend({ arms: z.array(ARM) }).meta({ id: 'Experiment' });
export type ExperimentAnswer = z.infer<typeof EXPERIMENT_ANSWER>;

const dollars = (nano: bigint): number => Number(nano) / 1e9;

export function experimentSummary(found: Experiment, project: string): z.infer<typeof EXPERIMENT_SUMMARY> {
  const { counts } = found;
  const count = (...states: string[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  return {
    ...{ id: found.id, project, name: found.name, state: found.state, reason: found.reason, filter: found.q },
    since: found.since?.toISOString() ?? null,
    until: found.until?.toISOString() ?? null,
    ...{ runs_on: found.runsOn, repeats: found.repeats, max_output_tokens: found.maxOutputTokens },
    ...{ budget_usd: dollars(found.budget), spent_usd: dollars(found.spent), reserved_usd: dollars(found.reserved) },
    made_by: found.madeBy.email,
    created_at: found.createdAt.toISOString(),
    started_at: found.startedAt?.toISOString() ?? null,
    finished_at: found.finishedAt?.toISOString() ?? null,
    steps: found.steps,
    answers: {
      ...{ waiting: count('waiting', 'claimed'), asked: count('asked'), answered: count('answered') },
      ...{ failed: count('failed'), lost: count('lost'), left_out: count('left_out') },
    },
  };
}

interface Measured {
  experiment: Experiment;
  arms: readonly MeasuredArm[];
}

export const experimentAnswer = ({ experiment, arms }: Measured, project: string): ExperimentAnswer => ({
  ...experimentSummary(experiment, project),
  arms: experiment.arms.map((arm, index) => armAnswer(arm, arms[index]!)),
});

function armAnswer(arm: ExperimentArm, measured: MeasuredArm): ExperimentAnswer['arms'][number] {
  const { name, isBaseline: baseline, target, model, effort, budgetTokens, withThoughts: thoughts } = arm;
  return {
    ...{ name, baseline, target, model, effort, budget_tokens: budgetTokens, thoughts, says: measured.says ?? null },
    ...{ answered: measured.answered, failed: measured.failed, lost: measured.lost, left_out: measured.leftOut },
    same_call: shareOf(measured.sameCall),
    same_arguments: shareOf(measured.sameArguments),
    exact_arguments: shareOf(measured.exactArguments),
    more_unsourced: shareOf(measured.moreUnsourced),
    cost: shareOf(measured.cost),
    thinking: shareOf(measured.thinking),
    latency: shareOf(measured.latency),
  };
}

function shareOf(measured: MeasuredArm['cost']): z.infer<typeof SHARE> | null {
  if (!measured) return null;
  const { value, low, high, steps } = measured;
  return { value, low, high: Number.isFinite(high) ? high : null, steps };
}
