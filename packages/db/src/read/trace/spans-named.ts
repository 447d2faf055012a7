/** Finds spans of a trace by prefixes of their ids, which is how the page of a long trace refers to them. */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

/**
 * Returns the full ids by prefix. Prefixes that match no span or several are missing. Duplicates of a response have no
 * such name.
 */
export async function spansNamed(sql: Sql, trace: TraceKey, names: readonly string[]): Promise<Map<string, string>> {
  // One index lookup per prefix. In a join, the planner would compare all prefixes with all spans of the trace.
  const rows = await sql<{ name: string; id: string }[]>`
    select wanted.name, found.id from unnest(${[...names]}::text[]) as wanted (name)
    cross join lateral (
      select min(encode(span_id, 'hex')) as id, count(*) as spans from (
        select span_id from spans
        where project_id = ${trace.projectId} and trace_id = decode(${trace.traceId}, 'hex') and duplicate_of is null
          and day = (
            select day from traces where project_id = ${trace.projectId} and trace_id = decode(${trace.traceId}, 'hex')
          )
          and span_id between decode(rpad(wanted.name, 16, '0'), 'hex') and decode(rpad(wanted.name, 16, 'f'), 'hex')
        order by span_id
        limit 2
      ) as two
    ) as found
    where found.spans = 1`;
  return new Map(rows.map(({ name, id }) => [name, id]));
}
