/** Traces that went on after an error: their outermost spans did not fail, and their last model call gave an answer. */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';

/** Of longer traces this is not known, because the search for the last model call reads all spans. */
const MAX_SPANS = 10_000;

/** Joins `traces t` of a project. `recovered.span` is the last model call, and null when the trace did not recover. */
export const WITH_RECOVERED = (sql: Sql, projectId: string): Fragment => sql`
  left join lateral (
    select last.span_id as span from (
      select s.span_id, s.status from spans s
      where s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id
        and s.kind = 'generation' and s.duplicate_of is null
      order by s.started_at desc, s.span_id desc limit 1
    ) last
    where last.status <> 'error' and exists (
      select from tool_calls c where c.project_id = ${projectId} and c.day = t.day and c.trace_id = t.trace_id
        and c.span_id = last.span_id and c.type = 'answer'
    ) and not exists (
      select from spans s where s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id
        and s.parent_span_id is null and s.status = 'error'
    )
  ) recovered on t.error_count > 0 and t.span_count <= ${MAX_SPANS}`;

/** Returns those of the given traces that recovered. Ids have 32 hex digits. */
export async function tracesThatRecovered(sql: Sql, projectId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select encode(t.trace_id, 'hex') as id from traces t ${WITH_RECOVERED(sql, projectId)}
    where t.project_id = ${projectId} and t.trace_id in (select decode(id, 'hex') from unnest(${[...ids]}::text[]) id)
      and recovered.span is not null`;
  return new Set(rows.map(({ id }) => id));
}
