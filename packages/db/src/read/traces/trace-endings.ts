/** How traces ended: whether they have, whether they recovered from their errors, and whether more is expected. */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';

export interface TraceEnding {
  /** The outermost span or a model call has begun, and its end has not arrived. */
  hasNoEnd: boolean;
  /** It had errors, and yet its outermost spans did not fail and its last model call answered. */
  recovered: boolean;
  /**
   * Its last model call answered and requested no tool, and nothing is open, so that nothing more is expected. Only
   * looked up for a short trace that has just changed.
   */
  answered: boolean;
}

/** Unknown for longer traces, because the search for the last model call reads all spans: 100,000 take 35 ms. */
const MAX_SPANS = 100_000;

/** The columns of a TraceEnding; needs WITH_ENDING. */
export const ENDING = (sql: Sql): Fragment => sql`
  unended.span is not null as "hasNoEnd", coalesce(${RECOVERED(sql)}, false) as recovered,
  coalesce(last.answered and last.status <> 'error' and t.open_count = 0 and ${IS_RECENT(sql)}, false) as answered`;

/** Null without a model call. Needs WITH_ENDING. */
export const RECOVERED = (sql: Sql): Fragment => sql`
  (t.error_count > 0 and last.answered and last.status <> 'error' and not last.is_below_failure)`;

/** Many traces of a page may have just changed, and the page is asked for again and again. */
const MAX_SPANS_OF_RECENT = 1_000;

/** A trace that is quiet for longer counts as ended, answered or not. */
const IS_RECENT = (sql: Sql): Fragment =>
  sql`t.updated_at > now() - interval '20 seconds' and t.span_count <= ${MAX_SPANS_OF_RECENT}`;

/**
 * Joins `traces t` of a project. `unended.span` is null when all of a trace has ended; `last` is its last model call. A
 * span with a status or output tokens has ended, too: agents that send logs report no duration for a model call. The
 * conditions on `t` stand beside a limit, because PostgreSQL checks those of a left join, and of a subquery that it can
 * merge into one, only after the right side was read.
 */
export const WITH_ENDING = (sql: Sql, projectId: string): Fragment => sql`
  left join lateral (
    select s.span_id as span from spans s
    where t.open_count > 0
      and s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id and s.duplicate_of is null
      and s.duration_ns is null and s.status = 'unset' and s.output_tokens is null
      and (s.parent_span_id is null or s.kind = 'generation' and s.input_tokens is null)
    limit 1
  ) unended on true
  left join lateral (
    select last.status, exists (
      select from tool_calls c where c.project_id = ${projectId} and c.day = t.day and c.trace_id = t.trace_id
        and c.span_id = last.span_id and c.type = 'answer'
    ) as answered, t.error_count > 0 and exists (
      select from spans s where s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id
        and s.parent_span_id is null and s.status = 'error'
    ) as is_below_failure
    from (
      select s.span_id, s.status from spans s
      where s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id
        and s.kind = 'generation' and s.duplicate_of is null
        and (t.error_count > 0 and t.span_count <= ${MAX_SPANS} or ${IS_RECENT(sql)})
      order by s.started_at desc, s.span_id desc limit 1
    ) last
  ) last on true`;

/** By trace. Ids have 32 hex digits. */
export async function traceEndings(
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, TraceEnding>> {
  const rows = await sql<(TraceEnding & { id: string })[]>`
    select encode(t.trace_id, 'hex') as id, ${ENDING(sql)}
    from traces t ${WITH_ENDING(sql, projectId)}
    where t.project_id = ${projectId} and t.trace_id in (select decode(id, 'hex') from unnest(${[...ids]}::text[]) id)`;
  return new Map(rows.map(({ id, ...ending }) => [id, ending]));
}
