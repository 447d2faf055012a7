// The trace list: a page of rows with their second lines, the sums above them, and what each part of a filter costs in matches.
import { traceHighlights, traceList, traceTotals } from '@subtext/db';
import * as z from 'zod';
import { COUNT_CAP, countWithout, CURSOR, FILTER, filterOf, type FilterInput } from '../list-filter.ts';
import { projectProcedure, router } from '../trpc.ts';

const PAGE_ROWS = 50;

export const tracesRouter = router({
  list: projectProcedure
    .input(FILTER.extend({ sort: z.enum(['age', 'cost', 'hidden']), cursor: CURSOR.nullish() }))
    .query(async ({ ctx, input }) => {
      const filter = filterOf(ctx.project.id, input);
      const rows = await traceList(ctx.sql, {
        ...filter,
        sort: input.sort,
        limit: PAGE_ROWS + 1,
        after: input.cursor ?? null,
      });
      const shown = rows.slice(0, PAGE_ROWS);
      const ids = shown.map((row) => row.id);
      const highlights = ids.length > 0 ? await traceHighlights(ctx.sql, ctx.project.id, ids) : [];
      const byId = new Map(highlights.map((highlight) => [highlight.id, highlight]));
      const now = Date.now();
      return {
        traces: shown.map(({ cursor, ...row }) => {
          void cursor;
          return { ...row, highlight: byId.get(row.id) ?? null, quietMs: now - row.updatedAt.getTime() };
        }),
        next: rows.length > PAGE_ROWS ? (shown.at(-1)?.cursor ?? null) : null,
      };
    }),

  totals: projectProcedure
    .input(FILTER)
    .query(({ ctx, input }) => traceTotals(ctx.sql, { ...filterOf(ctx.project.id, input), cap: COUNT_CAP })),

  /** For a filter without matches: how many traces there would be without each of its parts, and without the range. */
  without: projectProcedure.input(FILTER).query(({ ctx, input }) =>
    countWithout(input, async (filter: FilterInput) => {
      const { traces, capped } = await traceTotals(ctx.sql, { ...filterOf(ctx.project.id, filter), cap: COUNT_CAP });
      return { traces, capped };
    }),
  ),
});
