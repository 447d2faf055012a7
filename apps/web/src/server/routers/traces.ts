// The trace list: a page of rows with their second lines, the sums above them, and what each part of a filter costs in matches.
import { traceHighlights, traceList, traceTotals, type TraceFilter } from '@subtext/db';
import * as z from 'zod';
import { parseTimeRange, RELATIVE_RANGES } from '../../lib/time-range.ts';
import { conditionsOf, parseFilter, withoutPart } from '../../lib/trace-filter.ts';
import { projectProcedure, router } from '../trpc.ts';

const PAGE_ROWS = 50;
const COUNT_CAP = 10_000;

const FILTER = z.object({
  /** The filter as it was typed. */
  q: z.string().max(500),
  /** `24h`, `ISO..ISO`, or `all`. */
  range: z.string().max(100),
});

const CURSOR = z.object({
  value: z
    .string()
    .max(100)
    .regex(/^[-+.:\deE ]+$/),
  id: z.string().regex(/^[\da-f]{32}$/),
});

/** Postgres has no NUL in text, and neither does anything stored in it. */
const withoutNul = (text: string) => text.replaceAll('\0', '');

function filterOf(projectId: string, { q, range }: z.infer<typeof FILTER>): TraceFilter {
  const time = parseTimeRange(range, new Date());
  // A relative range ends now, whatever the clocks of the senders say.
  const relative = RELATIVE_RANGES.some(({ value }) => value === range);
  const to = time && !relative ? time.to : null;
  return { projectId, from: time?.from ?? null, to, conditions: conditionsOf(withoutNul(q)) };
}

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
  without: projectProcedure.input(FILTER).query(async ({ ctx, input }) => {
    const count = async (filter: z.infer<typeof FILTER>) => {
      const { traces, capped } = await traceTotals(ctx.sql, { ...filterOf(ctx.project.id, filter), cap: COUNT_CAP });
      return { traces, capped };
    };
    const parts = parseFilter(withoutNul(input.q)).filter((part) => part.condition);
    const [range, ...perPart] = await Promise.all([
      count({ q: input.q, range: 'all' }),
      ...parts.slice(0, 8).map(async (part) => {
        const q = withoutPart(withoutNul(input.q), part);
        return { source: part.source, q, ...(await count({ q, range: input.range })) };
      }),
    ]);
    return { range, parts: perPart };
  }),
});
