// Sessions: a page of the list with totals, and one session turn by turn. A turn is a trace; its texts are loaded
// separately, for the visible turns.
import {
  hasSessions,
  sessionAnswers,
  sessionsList,
  sessionsRecovered,
  sessionsTotals,
  sessionSummary,
  sessionTurns,
  traceHighlights,
} from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { withoutNul } from '../trpc/inputs.ts';
import {
  COUNT_CAP,
  countWithout,
  CURSOR,
  FILTER,
  filterOf,
  MAX_ROWS,
  PAGE_ROWS,
  type FilterInput,
} from '../list-filter.ts';
import { highlightWithoutText } from '../share/share-filter.ts';
import { projectProcedure, router } from '../trpc/trpc.ts';

/** The newest turns that a session page loads; it says how many are before them. */
const MAX_TURNS = 5_000;
/** Turns whose texts are requested at once: as many ids as fit into one URL. */
const TURN_IDS = z
  .string()
  .max(2600)
  .regex(/^[\da-f]{32}(,[\da-f]{32})*$/);

const LIST = FILTER.extend({
  cursor: CURSOR.nullish(),
  limit: z.int().min(1).max(MAX_ROWS).default(PAGE_ROWS),
});

/** What an analyst gets for the texts of a turn. */
const WITHOUT_TEXTS = { asked: null, name: null, answer: null, wholeAnswer: null };

const sessionProcedure = projectProcedure
  .input(z.object({ session: z.string().min(1).max(1000) }))
  .use(({ ctx, input, next }) =>
    next({ ctx: { ...ctx, key: { projectId: ctx.project.id, session: withoutNul(input.session) } } }),
  );

const withErrors = (sessions: readonly { id: string; errors: number }[]): string[] =>
  sessions.filter(({ errors }) => errors > 0).map(({ id }) => id);

export const sessionsRouter = router({
  list: projectProcedure
    .meta({ texts: 'withheld' })
    .input(LIST)
    .query(async ({ ctx, input }) => {
      const filter = filterOf(ctx.project.id, input);
      const rows = await sessionsList(ctx.sql, { ...filter, limit: input.limit + 1, after: input.cursor ?? null });
      const shown = rows.slice(0, input.limit);
      const recovered = await sessionsRecovered(ctx.sql, ctx.project.id, withErrors(shown));
      const now = Date.now();
      return {
        sessions: shown.map(({ cursor, ...row }) => {
          void cursor;
          const asked = ctx.readsTexts ? row.asked : null;
          return { ...row, asked, recovered: recovered.has(row.id), quietMs: now - row.updatedAt.getTime() };
        }),
        next: rows.length > input.limit ? (shown.at(-1)?.cursor ?? null) : null,
      };
    }),

  totals: projectProcedure
    .meta({ texts: 'none' })
    .input(FILTER)
    .query(({ ctx, input }) => sessionsTotals(ctx.sql, { ...filterOf(ctx.project.id, input), cap: COUNT_CAP })),

  /**
   * For a filter without matches: whether there are sessions at all, and how many there would be without each of its
   * parts.
   */
  without: projectProcedure
    .meta({ texts: 'none' })
    .input(FILTER)
    .query(async ({ ctx, input }) => {
      const [any, counts] = await Promise.all([
        hasSessions(ctx.sql, ctx.project.id),
        countWithout(input, async (filter: FilterInput) => {
          const totals = await sessionsTotals(ctx.sql, { ...filterOf(ctx.project.id, filter), cap: COUNT_CAP });
          return { sessions: totals.sessions, capped: totals.capped };
        }),
      ]);
      return { any, ...counts };
    }),

  summary: sessionProcedure.meta({ texts: 'none' }).query(async ({ ctx }) => {
    const summary = await sessionSummary(ctx.sql, ctx.key);
    if (!summary) throw new TRPCError({ code: 'NOT_FOUND', message: 'There is no such session in this project.' });
    const recovered = await sessionsRecovered(ctx.sql, ctx.project.id, withErrors([summary]));
    return { ...summary, recovered: recovered.size > 0 };
  }),

  turns: sessionProcedure.meta({ texts: 'none' }).query(({ ctx }) => sessionTurns(ctx.sql, ctx.key, MAX_TURNS)),

  texts: projectProcedure
    .meta({ texts: 'withheld' })
    .input(z.object({ turns: TURN_IDS }))
    .query(async ({ ctx, input }) => {
      const ids = input.turns.split(',');
      const [answers, highlights] = await Promise.all([
        sessionAnswers(ctx.sql, ctx.project.id, ids),
        traceHighlights(ctx.sql, ctx.project.id, ids),
      ]);
      const byId = new Map(highlights.map((highlight) => [highlight.id, highlight]));
      return answers.map((answer) => {
        const highlight = byId.get(answer.id) ?? null;
        if (ctx.readsTexts) return { ...answer, highlight };
        return { ...answer, ...WITHOUT_TEXTS, highlight: highlight && highlightWithoutText(highlight) };
      });
    }),
});
