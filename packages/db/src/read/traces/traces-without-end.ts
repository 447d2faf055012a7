/** Traces without an end: their outermost span or one of their model calls has begun, and its end has not arrived. */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';

/**
 * Joins `traces t` of a project. `unended.span` is null when all of a trace has ended. A span with a status or output
 * tokens has ended, too: agents that send logs report no duration for a model call.
 */
export const WITH_UNENDED = (sql: Sql, projectId: string): Fragment => sql`
  left join lateral (
    select s.span_id as span from spans s
    where s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id and s.duplicate_of is null
      and s.duration_ns is null and s.status = 'unset' and s.output_tokens is null
      and (s.parent_span_id is null or s.kind = 'generation' and s.input_tokens is null)
    limit 1
  ) unended on t.open_count > 0`;

/** Returns those of the given traces that have no end. Ids have 32 hex digits. */
export async function tracesWithoutEnd(sql: Sql, projectId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select encode(t.trace_id, 'hex') as id from traces t ${WITH_UNENDED(sql, projectId)}
    where t.project_id = ${projectId} and t.trace_id in (select decode(id, 'hex') from unnest(${[...ids]}::text[]) id)
      and unended.span is not null`;
  return new Set(rows.map(({ id }) => id));
}
