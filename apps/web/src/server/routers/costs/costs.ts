// Spend of one project in a time range, for each grouping of the costs screen: one procedure per panel, so that panels
// load and fail independently.
import {
  retriesAfterHidden,
  spendByCheck,
  spendByCut,
  spendByDay,
  spendByScore,
  spendOfTraces,
  thinkingByTool,
  thinkingByToolOfTraces,
  topThoughts,
} from '@subtext/db';
import * as z from 'zod';
import { LATENCY_CUTS } from '../../../lib/figures/latency-cuts.ts';
import { byRank } from '../../../lib/traces/check-figures.ts';
import { CHECK_NAMES } from '../../../lib/traces/checks.ts';
import { SPEND_CUTS } from '../../../lib/figures/spend-cuts.ts';
import { TEXT, withoutNul } from '../../trpc/inputs.ts';
import { projectProcedure, router } from '../../trpc/trpc.ts';
import { billedSeries } from './billed-series.ts';
import { costsHints } from './costs-hints.ts';
import { costsLatency } from './costs-latency.ts';
import { COSTS_INPUT, isOfRollups, MOMENTS_INPUT, scopeOf } from './costs-scope.ts';
import { stepsOfCalls, STEP_KEYS } from './costs-steps.ts';

const MAX_TOP = 20;
const NO_TEXT = { texts: 'none' } as const;
/** What an analyst gets for the texts of a thought: the name of a trace is often its input. */
const WITHOUT_TEXTS = { traceName: null, asked: null, preview: null };

export const costsRouter = router({
  /** One row per calendar day with spend; `scope` null = everything, from the rollups. */
  days: projectProcedure
    .meta(NO_TEXT)
    .input(COSTS_INPUT)
    .query(async ({ ctx, input }) => {
      const scope = scopeOf(ctx.project.id, input);
      const { timeZone } = input;
      if (isOfRollups(scope)) return { rows: await spendByDay(ctx.sql, { ...scope.range, timeZone }), scope: null };
      const { rows, ...looked } = await spendOfTraces(ctx.sql, scope, { by: 'day', timeZone });
      const days = rows.map(({ key, provider: _provider, ...row }) => ({ day: key, ...row }));
      return { rows: days.sort((one, other) => (one.day < other.day ? -1 : 1)), scope: looked };
    }),

  /**
   * Sessions are too many for a rollup: they are summed over the newest traces, as everything under a filter of traces.
   */
  cut: projectProcedure
    .meta(NO_TEXT)
    .input(COSTS_INPUT.safeExtend({ by: z.enum(SPEND_CUTS) }))
    .query(async ({ ctx, input }) => {
      const scope = scopeOf(ctx.project.id, input);
      if (input.by !== 'session' && isOfRollups(scope))
        return { rows: await spendByCut(ctx.sql, scope.range, input.by), scope: null };
      const { rows, ...looked } = await spendOfTraces(ctx.sql, scope, { by: input.by });
      return { rows, scope: looked };
    }),

  /**
   * By check, the worst first. Findings are of whole runs, so a condition on calls selects the runs that have such calls.
   */
  checks: projectProcedure
    .meta(NO_TEXT)
    .input(COSTS_INPUT)
    .query(async ({ ctx, input }) => {
      const { range, traces, calls } = scopeOf(ctx.project.id, input);
      const conditions = [...traces.conditions, ...calls];
      const found = await spendByCheck(ctx.sql, { range, traces: { ...traces, conditions }, checks: CHECK_NAMES });
      return { ...found, rows: found.rows.sort(byRank) };
    }),

  /** Billed thinking against the text that is held of it, by model and day; of all runs, without the filter. */
  billedThinking: projectProcedure
    .meta(NO_TEXT)
    .input(MOMENTS_INPUT)
    .query(({ ctx, input }) => billedSeries(ctx.sql, ctx.project.id, input)),

  /** By what the scores of one name say; each trace is in one row. */
  scores: projectProcedure
    .meta(NO_TEXT)
    .input(COSTS_INPUT.safeExtend({ name: TEXT.min(1).max(300), least: z.number().default(0.5) }))
    .query(({ ctx, input: { name, least, ...input } }) =>
      spendByScore(ctx.sql, scopeOf(ctx.project.id, input), { name, least }),
    ),

  /** tool_rollups know nothing but tools: any filter is answered from the newest traces. */
  tools: projectProcedure
    .meta(NO_TEXT)
    .input(COSTS_INPUT)
    .query(async ({ ctx, input }) => {
      const scope = scopeOf(ctx.project.id, input);
      if (isOfRollups(scope) && scope.calls.length === 0)
        return { rows: await thinkingByTool(ctx.sql, scope.range), scope: null };
      const { rows, ...looked } = await thinkingByToolOfTraces(ctx.sql, scope);
      return { rows, scope: looked };
    }),

  latency: projectProcedure
    .meta(NO_TEXT)
    .input(COSTS_INPUT.safeExtend({ by: z.enum(LATENCY_CUTS) }))
    .query(({ ctx, input: { by, ...input } }) => costsLatency(ctx.sql, scopeOf(ctx.project.id, input), { by })),

  /** One row per calendar day, of one model, agent or tool, or of all (`key` null). */
  latencyDays: projectProcedure
    .meta(NO_TEXT)
    .input(COSTS_INPUT.safeExtend({ by: z.enum(LATENCY_CUTS), key: z.string().max(500).nullable() }))
    .query(async ({ ctx, input: { by, key, timeZone, ...input } }) => {
      const grouping = { by, key: key === null ? null : withoutNul(key), timeZone };
      const { rows, scope } = await costsLatency(ctx.sql, scopeOf(ctx.project.id, input), grouping);
      return { rows: rows.sort((one, other) => (one.key < other.key ? -1 : 1)), scope };
    }),

  topThoughts: projectProcedure
    .meta({ texts: 'withheld' })
    .input(COSTS_INPUT.safeExtend({ hidden: z.boolean().default(false) }))
    .query(async ({ ctx, input: { hidden, ...input } }) => {
      const thoughts = await topThoughts(ctx.sql, { ...scopeOf(ctx.project.id, input), limit: MAX_TOP, hidden });
      return ctx.readsTexts ? thoughts : thoughts.map((thought) => ({ ...thought, ...WITHOUT_TEXTS }));
    }),

  retries: projectProcedure
    .meta(NO_TEXT)
    .input(COSTS_INPUT)
    .query(({ ctx, input }) => retriesAfterHidden(ctx.sql, scopeOf(ctx.project.id, input))),

  /** The steps of calls, such as `7b`, as in the URL of a trace page. */
  steps: projectProcedure
    .meta(NO_TEXT)
    .input(z.object({ calls: STEP_KEYS }))
    .query(({ ctx, input }) => stepsOfCalls(ctx.sql, ctx.project.id, input.calls)),

  /** Settings that would have shown hidden thinking, highest cost first. */
  hints: projectProcedure
    .meta(NO_TEXT)
    .input(COSTS_INPUT)
    .query(async ({ ctx, input, signal }) => {
      const scope = scopeOf(ctx.project.id, input);
      const ofModels = isOfRollups(scope)
        ? { rows: await spendByCut(ctx.sql, scope.range, 'model'), scope: null }
        : await spendOfTraces(ctx.sql, scope, { by: 'model' });
      const range = { projectId: ctx.project.id, from: input.from, to: input.to };
      return costsHints({ range, models: ofModels.rows }, { ...ctx, signal });
    }),
});
