// The trace list: a page of rows with their second lines, the totals above them, the matches without each filter part,
// and deleting.
import {
  deleteTrace,
  traceEndings,
  traceFacets,
  traceHighlights,
  traceList,
  traceTotals,
  type TraceEnding,
} from '@subtext/db';
import * as z from 'zod';
import { TRACE_SORTS } from '../../lib/traces/trace-sort.ts';
import {
  COUNT_CAP,
  countWithout,
  FILTER,
  filterOf,
  isCursorOf,
  MAX_ROWS,
  NOT_ITS_CURSOR,
  PAGE_ROWS,
  SORT_CURSOR,
  type FilterInput,
} from '../list-filter.ts';
import { tableHead, tableLines } from '../../lib/files/table.ts';
import { TRACE_COLUMNS } from '../trace/trace-table.ts';
import { projectProcedure, router } from '../trpc/trpc.ts';
import { notFound, traceProcedure } from './trace/trace-procedure.ts';

const EXPORT_ROWS = 1000;

const PAGE = FILTER.extend({
  sort: z.enum(TRACE_SORTS),
  /** The least first, or the oldest. */
  ascending: z.boolean().default(false),
  cursor: SORT_CURSOR.nullish(),
});
const LIST = PAGE.extend({ limit: z.int().min(1).max(MAX_ROWS).default(PAGE_ROWS) }).refine(isCursorOf, NOT_ITS_CURSOR);
const FACET = z.enum(['tool', 'model', 'agent', 'status', 'state', 'effort', 'tag', 'session', 'user', 'env']);

/** Of a trace without open spans or errors. */
const WELL_ENDED: TraceEnding = { hasNoEnd: false, recovered: false };
const NO_ENDINGS: ReadonlyMap<string, TraceEnding> = new Map();

export const tracesRouter = router({
  list: projectProcedure.input(LIST).query(async ({ ctx, input }) => {
    const { rows, ...answer } = await traceList(ctx.sql, {
      ...filterOf(ctx.project.id, input),
      sort: input.sort,
      ascending: input.ascending,
      limit: input.limit,
      after: input.cursor ?? null,
    });
    const ids = rows.map((row) => row.id);
    const unclear = rows.filter((row) => row.open > 0 || row.errors > 0).map((row) => row.id);
    const [highlights, endings] = await Promise.all([
      ids.length > 0 ? traceHighlights(ctx.sql, ctx.project.id, ids) : [],
      unclear.length > 0 ? traceEndings(ctx.sql, ctx.project.id, unclear) : NO_ENDINGS,
    ]);
    const byId = new Map(highlights.map((highlight) => [highlight.id, highlight]));
    const now = Date.now();
    const traces = rows.map(({ cursor, ...row }) => {
      void cursor;
      const quietMs = now - row.updatedAt.getTime();
      return { ...row, highlight: byId.get(row.id) ?? null, ...(endings.get(row.id) ?? WELL_ENDED), quietMs };
    });
    return { ...answer, traces };
  }),

  /**
   * A page of the list as CSV lines, with the header on the first: requested one after the other, so that a list of any
   * length can be saved.
   */
  table: projectProcedure.input(PAGE.refine(isCursorOf, NOT_ITS_CURSOR)).query(async ({ ctx, input }) => {
    const { rows, next } = await traceList(ctx.sql, {
      ...filterOf(ctx.project.id, input),
      sort: input.sort,
      ascending: input.ascending,
      limit: EXPORT_ROWS,
      after: input.cursor ?? null,
    });
    const head = input.cursor ? '' : tableHead(TRACE_COLUMNS);
    return { csv: head + tableLines(TRACE_COLUMNS, rows), rows: rows.length, next };
  }),

  /** The most frequent values of a field of the filter, of the traces that match. */
  facets: projectProcedure
    .input(FILTER.extend({ field: FACET }))
    .query(({ ctx, input }) => traceFacets(ctx.sql, filterOf(ctx.project.id, input), input.field)),

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

  /** Deletes permanently, including the costs. */
  delete: traceProcedure.mutation(async ({ ctx }) => {
    const spans = await deleteTrace(ctx.sql, ctx.key);
    return spans === undefined
      ? Promise.reject(notFound('There is no such trace in this project any more.'))
      : { spans };
  }),
});
