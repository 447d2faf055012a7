// The trace list: a page of rows with their second lines, the totals above them, the matches without each filter part,
// and deleting.
import {
  checkSummaries,
  deleteTrace,
  markTraces,
  NO_CHECKS,
  NO_SCORES,
  recordAudit,
  scoreSummaries,
  TooManyTags,
  traceEndings,
  traceFacets,
  traceHighlights,
  traceList,
  traceTotals,
  type TraceEnding,
  type TraceHighlight,
  type TraceListRow,
} from '@subtext/db';
import { TRPCError } from '@trpc/server';
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
import { highlightWithoutText, withoutName } from '../share/share-filter.ts';
import { TRACE_COLUMNS } from '../trace/trace-table.ts';
import { TAG, TRACE_ID, withoutNul } from '../trpc/inputs.ts';
import { onHold, projectProcedure, router } from '../trpc/trpc.ts';
import { notFound, traceProcedure } from './trace/trace-procedure.ts';

const EXPORT_ROWS = 1000;

const PAGE = FILTER.extend({
  sort: z.enum(TRACE_SORTS),
  /** The least first, or the oldest. */
  ascending: z.boolean().default(false),
  cursor: SORT_CURSOR.nullish(),
});
const LIST = PAGE.extend({ limit: z.int().min(1).max(MAX_ROWS).default(PAGE_ROWS) }).refine(isCursorOf, NOT_ITS_CURSOR);
const FACET = z.object({
  field: z.enum([
    ...(['tool', 'model', 'agent', 'status', 'state', 'effort', 'tag', 'session', 'user', 'env'] as const),
    ...(['release', 'service', 'metadata', 'score', 'check'] as const),
  ]),
  /** A key of the metadata, or name of a score, whose values are counted instead of the keys or names. */
  key: z.string().max(300).transform(withoutNul).optional(),
});

/** As long as a filter can be. */
const MAX_FACET_TEXT = 500;

/** How a trace without open spans and errors ends. */
const WELL_ENDED: TraceEnding = { hasNoEnd: false, recovered: false, answered: false };
const NO_ENDINGS: ReadonlyMap<string, TraceEnding> = new Map();

/** A row shows less of its metadata than a trace may have. */
const MAX_SHOWN = { keys: 12, characters: 60 };
const shownMetadata = (metadata: TraceListRow['metadata']): TraceListRow['metadata'] =>
  metadata.slice(0, MAX_SHOWN.keys).map(([key, value]) => [key, value.slice(0, MAX_SHOWN.characters)]);

const withoutTexts = <Row extends Pick<TraceListRow, 'name' | 'asked'> & { highlight: TraceHighlight | null }>(
  row: Row,
): Row => ({ ...withoutName(row), highlight: row.highlight && highlightWithoutText(row.highlight) });

const MAX_CHECKED = 50;
const MAX_MARKED = 100;
const MAX_TAGS = 20;

function tooManyTags(error: unknown): never {
  if (!(error instanceof TooManyTags)) throw error;
  throw new TRPCError({ code: 'BAD_REQUEST', message: error.message });
}

export const tracesRouter = router({
  list: projectProcedure
    .meta({ texts: 'withheld' })
    .input(LIST)
    .query(async ({ ctx, input }) => {
      const { rows, ...answer } = await traceList(ctx.sql, {
        ...filterOf(ctx.project.id, input),
        sort: input.sort,
        ascending: input.ascending,
        limit: input.limit,
        after: input.cursor ?? null,
      });
      const ids = rows.map((row) => row.id);
      const unclear = rows.filter((row) => row.open > 0 || row.errors > 0).map((row) => row.id);
      const [highlights, endings, scores, checks] = await Promise.all([
        ids.length > 0 ? traceHighlights(ctx.sql, ctx.project.id, ids) : [],
        unclear.length > 0 ? traceEndings(ctx.sql, ctx.project.id, unclear) : NO_ENDINGS,
        scoreSummaries(ctx.sql, ctx.project.id, ids),
        checkSummaries(ctx.sql, ctx.project.id, ids),
      ]);
      const byId = new Map(highlights.map((highlight) => [highlight.id, highlight]));
      const now = Date.now();
      const traces = rows.map(({ cursor, ...row }) => {
        void cursor;
        const quietMs = now - row.updatedAt.getTime();
        const metadata = shownMetadata(row.metadata);
        const highlight = byId.get(row.id) ?? null;
        const seen = ctx.readsTexts ? { ...row, highlight } : withoutTexts({ ...row, highlight });
        const marks = { scores: scores.get(row.id) ?? NO_SCORES, checks: checks.get(row.id) ?? NO_CHECKS };
        return { ...seen, metadata, ...marks, ...(endings.get(row.id) ?? WELL_ENDED), quietMs };
      });
      return { ...answer, traces };
    }),

  /**
   * A page of the list as CSV lines, with the header on the first: requested one after the other, so that a list of any
   * length can be saved.
   */
  table: projectProcedure
    .meta({ texts: 'withheld' })
    .input(PAGE.refine(isCursorOf, NOT_ITS_CURSOR))
    .query(async ({ ctx, input }) => {
      // Once per file, not per page.
      if (!input.cursor && !ctx.reader)
        await recordAudit(ctx.sql, { projectId: ctx.project.id, actor: ctx.actor, action: 'traces.table' });
      const { rows, next } = await traceList(ctx.sql, {
        ...filterOf(ctx.project.id, input),
        sort: input.sort,
        ascending: input.ascending,
        limit: EXPORT_ROWS,
        after: input.cursor ?? null,
      });
      const head = input.cursor ? '' : tableHead(TRACE_COLUMNS);
      const ids = rows.map(({ id }) => id);
      const [scores, checks] = await Promise.all([
        scoreSummaries(ctx.sql, ctx.project.id, ids),
        checkSummaries(ctx.sql, ctx.project.id, ids),
      ]);
      const marked = rows.map((row) => ({
        ...row,
        scores: scores.get(row.id) ?? NO_SCORES,
        checks: checks.get(row.id) ?? NO_CHECKS,
      }));
      return {
        csv: head + tableLines(TRACE_COLUMNS, ctx.readsTexts ? marked : marked.map(withoutName)),
        rows: rows.length,
        next,
      };
    }),

  /** The most frequent values of a field of the filter, of the traces that match; with `text`, only values with it. */
  facets: projectProcedure
    .meta({ texts: 'none' })
    .input(FILTER.extend({ ...FACET.shape, text: z.string().max(MAX_FACET_TEXT).default('') }))
    .query(({ ctx, input: { field, key, text, ...filter } }) =>
      traceFacets(ctx.sql, filterOf(ctx.project.id, filter), { field, key, containing: withoutNul(text) }),
    ),

  totals: projectProcedure
    .meta({ texts: 'none' })
    .input(FILTER)
    .query(({ ctx, input }) => traceTotals(ctx.sql, { ...filterOf(ctx.project.id, input), cap: COUNT_CAP })),

  /** For a filter without matches: how many traces there would be without each of its parts, and without the range. */
  without: projectProcedure
    .meta({ texts: 'none' })
    .input(FILTER)
    .query(({ ctx, input }) =>
      countWithout(input, async (filter: FilterInput) => {
        const { traces, capped } = await traceTotals(ctx.sql, { ...filterOf(ctx.project.id, filter), cap: COUNT_CAP });
        return { traces, capped };
      }),
    ),

  /** What the checks found in several traces, in the order of the ids. */
  checks: projectProcedure
    .meta({ texts: 'none' })
    .input(z.object({ traces: z.array(TRACE_ID).min(1).max(MAX_CHECKED) }))
    .query(async ({ ctx, input: { traces } }) => {
      const found = await checkSummaries(ctx.sql, ctx.project.id, traces);
      return traces.map((trace) => found.get(trace) ?? NO_CHECKS);
    }),

  /** Tags and bookmarks of people, of several traces at once. */
  mark: projectProcedure
    .input(
      z.object({
        traces: z.array(TRACE_ID).min(1).max(MAX_MARKED),
        addTags: z.array(TAG).max(MAX_TAGS).default([]),
        removeTags: z.array(TAG).max(MAX_TAGS).default([]),
        bookmarked: z.boolean().optional(),
      }),
    )
    .mutation(async ({ ctx, input: { traces, addTags, removeTags, bookmarked } }) => {
      const change = { addTags, removeTags, bookmarked };
      const marks = { projectId: ctx.project.id, traceIds: traces, ...change };
      const marked = await markTraces(ctx.sql, marks).catch(tooManyTags);
      if (marked === 0) throw notFound('There is no such trace in this project any more.');
      ctx.describe({ target: traces.join(' '), after: change });
      return { marked };
    }),

  /** Deletes permanently, including the costs. */
  delete: traceProcedure.mutation(async ({ ctx }) => {
    const spans = await deleteTrace(ctx.sql, ctx.key).catch(onHold);
    ctx.describe({ target: ctx.key.traceId, before: { spans } });
    return spans === undefined
      ? Promise.reject(notFound('There is no such trace in this project any more.'))
      : { spans };
  }),
});
