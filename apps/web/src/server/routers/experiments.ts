// Experiments: recorded steps asked again with other settings.
import {
  endExperiment,
  experiment,
  experimentAnswersOf,
  experimentResults,
  experiments,
  experimentSteps,
  resumeExperiment,
  type Sql,
} from '@subtext/db';
import { measuredExperiment, recordedStep } from '@subtext/experiments';
import { jsonText } from '@subtext/reasoning';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { experimentAnswer, experimentSummary } from '../experiments/experiment-answer.ts';
import { measuredAdvice } from '../experiments/measured-advice.ts';
import { NEW_EXPERIMENT, PLANNED, planExperiment, problemOfPlan } from '../experiments/new-experiment.ts';
import { startExperiment } from '../experiments/start-experiment.ts';
import { SPAN_ID, TRACE_ID } from '../trpc/inputs.ts';
import { projectProcedure, router } from '../trpc/trpc.ts';

const PAGE = 20;
const STEPS_PER_PAGE = 50;
const NO_TEXT = { texts: 'none' } as const;
const ID = z.object({ id: z.uuid() });

interface Found {
  sql: Sql;
  project: { id: string; slug: string };
  readsTexts: boolean;
}

const noExperiment = () =>
  new TRPCError({ code: 'NOT_FOUND', message: 'There is no such experiment in this project.' });

async function experimentOf({ sql, project }: Found, id: string) {
  const found = await experiment(sql, { projectId: project.id, id });
  if (!found) throw noExperiment();
  return found;
}

/** A provider may quote what it was asked. */
const shownReason = ({ readsTexts }: Found, reason: string | null) =>
  reason === null || readsTexts ? reason : 'The reason may quote texts, which your role does not show.';

export const experimentsRouter = router({
  list: projectProcedure
    .meta(NO_TEXT)
    .input(z.object({ cursor: z.uuid().nullish() }))
    .query(async ({ ctx, input: { cursor } }) => {
      const page = await experiments(ctx.sql, { projectId: ctx.project.id, after: cursor ?? null, limit: PAGE });
      const rows = page.experiments.map((one) => experimentSummary(one, ctx.project.slug));
      return { rows: rows.map((row) => ({ ...row, reason: shownReason(ctx, row.reason) })), next: page.next };
    }),

  one: projectProcedure
    .meta(NO_TEXT)
    .input(ID)
    .query(async ({ ctx, input: { id } }) => {
      const measured = await measuredExperiment(ctx.sql, { projectId: ctx.project.id, id });
      if (!measured) throw noExperiment();
      const answer = experimentAnswer(measured, ctx.project.slug);
      return { ...answer, reason: shownReason(ctx, answer.reason) };
    }),

  /** What the newest experiments measured, as sentences, for the advice of Costs. */
  measured: projectProcedure.meta(NO_TEXT).query(({ ctx }) => measuredAdvice(ctx.sql, ctx.project.id)),

  /** Steps with their answers, without texts. */
  steps: projectProcedure
    .meta(NO_TEXT)
    .input(ID.extend({ cursor: z.int().min(0).nullish() }))
    .query(async ({ ctx, input: { id, cursor } }) => {
      const key = { projectId: ctx.project.id, id };
      const from = cursor ?? 0;
      const [steps, results] = await Promise.all([experimentSteps(ctx.sql, key), experimentResults(ctx.sql, key)]);
      const byStep = Map.groupBy(results, ({ traceId, spanId }) => `${traceId}/${spanId}`);
      const page = steps.slice(from, from + STEPS_PER_PAGE).map((step) => ({
        ...step,
        answers: (byStep.get(`${step.traceId}/${step.spanId}`) ?? []).map((answer) => ({
          ...answer,
          reason: shownReason(ctx, answer.reason),
        })),
      }));
      return { rows: page, next: from + STEPS_PER_PAGE < steps.length ? from + STEPS_PER_PAGE : null };
    }),

  /** The calls of one step, as recorded and in each answer. */
  answers: projectProcedure
    .input(ID.extend({ traceId: TRACE_ID, spanId: SPAN_ID }))
    .query(async ({ ctx, input: { id, traceId, spanId } }) => {
      await experimentOf(ctx, id);
      const key = { projectId: ctx.project.id, traceId };
      const [recorded, answers] = await Promise.all([
        recordedStep(ctx.sql, key, spanId),
        experimentAnswersOf(ctx.sql, { ...key, id, spanId }),
      ]);
      const calls = 'leftOut' in recorded ? null : recorded.calls.slice(0, 20);
      return {
        recorded:
          calls?.map(({ name, arguments: args }) => ({ name, arguments: (jsonText(args) ?? '').slice(0, 4_000) })) ??
          null,
        answers,
      };
    }),

  /** What it would cost, before anything is sent. */
  estimate: projectProcedure.input(z.object({ planned: PLANNED })).query(async ({ ctx, input: { planned } }) => {
    const plan = await planExperiment(ctx.sql, ctx.project.id, planned);
    const { providers } = plan;
    return { ...plan.estimate, steps: plan.steps.length, providers, problem: problemOfPlan(plan) ?? null };
  }),

  create: projectProcedure.input(z.object({ made: NEW_EXPERIMENT })).mutation(async ({ ctx, input: { made } }) => {
    const started = await startExperiment(ctx.sql, { projectId: ctx.project.id, made, madeBy: ctx.actor });
    if (typeof started === 'string') throw new TRPCError({ code: 'CONFLICT', message: started });
    ctx.describe({ target: made.name, after: started.after });
    return { id: started.id };
  }),

  stop: projectProcedure.input(ID).mutation(async ({ ctx, input: { id } }) => {
    const { name } = await experimentOf(ctx, id);
    ctx.describe({ target: name });
    if (!(await endExperiment(ctx.sql, { projectId: ctx.project.id, id }, { state: 'stopped', reason: null })))
      throw new TRPCError({ code: 'CONFLICT', message: 'The experiment has ended.' });
  }),

  resume: projectProcedure
    .input(ID.extend({ budget: z.number().positive().max(10_000) }))
    .mutation(async ({ ctx, input: { id, budget } }) => {
      const { name, budget: before } = await experimentOf(ctx, id);
      ctx.describe({ target: name, before: { budget: Number(before) / 1e9 }, after: { budget } });
      const wanted = { projectId: ctx.project.id, id, budget: BigInt(Math.round(budget * 1e9)) };
      if (!(await resumeExperiment(ctx.sql, wanted))) throw new TRPCError({ code: 'CONFLICT', message: NO_RESUME });
    }),
});

const NO_RESUME =
  'Only an experiment that was stopped, failed or ran out of money goes on, with at least what it has spent.';
