/** How traces ended: whether they have, and whether they recovered from their errors. */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';

export interface TraceEnding {
  /** The outermost span or a model call has begun, and its end has not arrived. */
  hasNoEnd: boolean;
  /** It had errors, and yet its outermost spans did not fail and its last model call answered. */
  recovered: boolean;
}

/** Unknown for longer traces, because the search for the last model call reads all spans. */
const MAX_SPANS = 10_000;

/**
 * Joins `traces t` of a project. `unended.span` is null when all of a trace has ended; `recovered.span` is its last
 * model call, and null when it did not recover. A span with a status or output tokens has ended, too: agents that send
 * logs report no duration for a model call. The conditions on `t` are inside, because those of a left join are checked
 * only after its right side was read.
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
    select last.span_id as span from (
      select s.span_id, s.status from spans s
      where s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id
        and s.kind = 'generation' and s.duplicate_of is null
      order by s.started_at desc, s.span_id desc limit 1
    ) last
    where t.error_count > 0 and t.span_count <= ${MAX_SPANS} and last.status <> 'error' and exists (
      select from tool_calls c where c.project_id = ${projectId} and c.day = t.day and c.trace_id = t.trace_id
        and c.span_id = last.span_id and c.type = 'answer'
    ) and not exists (
      select from spans s where s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id
        and s.parent_span_id is null and s.status = 'error'
    )
  ) recovered on true`;

/** By trace. Ids have 32 hex digits. */
export async function traceEndings(
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, TraceEnding>> {
  const rows = await sql<(TraceEnding & { id: string })[]>`
    select encode(t.trace_id, 'hex') as id, unended.span is not null as "hasNoEnd",
      recovered.span is not null as recovered
    from traces t ${WITH_ENDING(sql, projectId)}
    where t.project_id = ${projectId} and t.trace_id in (select decode(id, 'hex') from unnest(${[...ids]}::text[]) id)`;
  return new Map(rows.map(({ id, ...ending }) => [id, ending]));
}
