/**
 * A duplicate of a response is not a span of the trace, so what lies below it lies below its nearest ancestor that is
 * one: a framework's span of a model call contains ours of the same call, and the tools that the framework ran.
 */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

/** The search for an ancestor stops after this many duplicates. */
const MAX_LEVELS = 16;

interface Placed {
  id: unknown;
  parentId: unknown;
}

/** The parent of each row, in their order; that of a span below a duplicate is replaced. */
export async function receivedParents(sql: Sql, trace: TraceKey, rows: readonly Placed[]): Promise<(string | null)[]> {
  const received = new Set(rows.map(({ id }) => id));
  const missing = new Set(
    rows.flatMap(({ parentId }) => (parentId === null || received.has(parentId) ? [] : parentId)),
  );
  const above = missing.size === 0 ? undefined : await aboveDuplicates(sql, trace, [...missing] as string[]);
  return rows.map(({ parentId }) => {
    const nearest = above?.get(parentId as string);
    return (nearest === undefined ? parentId : nearest) as string | null;
  });
}

/** The same rows with these parents. */
export async function withReceivedParents<Row extends Placed & { parentId: string | null }>(
  sql: Sql,
  trace: TraceKey,
  rows: readonly Row[],
): Promise<Row[]> {
  const parents = await receivedParents(sql, trace, rows);
  return rows.map((row, at) => (row.parentId === parents[at] ? row : { ...row, parentId: parents[at]! }));
}

/** The nearest ancestor that is no duplicate, by the id of the duplicate. Other ids have no entry. */
async function aboveDuplicates(
  sql: Sql,
  { projectId, traceId }: TraceKey,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await sql<{ id: string; parentId: string | null }[]>`
    with recursive here as materialized (
      select day from traces where project_id = ${projectId} and trace_id = decode(${traceId}, 'hex')
    ), above (span_id, parent_span_id, level) as (
      select s.span_id, s.parent_span_id, 1 from here join spans s
        on s.project_id = ${projectId} and s.day = here.day and s.trace_id = decode(${traceId}, 'hex')
      where s.duplicate_of is not null and s.span_id in (select decode(id, 'hex') from unnest(${ids}::text[]) as given (id))
      union all
      select above.span_id, s.parent_span_id, above.level + 1 from here, above join spans s
        on s.project_id = ${projectId} and s.trace_id = decode(${traceId}, 'hex') and s.span_id = above.parent_span_id
      where s.day = here.day and s.duplicate_of is not null and above.level < ${MAX_LEVELS}
    )
    select distinct on (span_id) encode(span_id, 'hex') as id, encode(parent_span_id, 'hex') as "parentId"
    from above order by span_id, level desc`;
  return new Map(rows.map(({ id, parentId }) => [id, parentId]));
}
