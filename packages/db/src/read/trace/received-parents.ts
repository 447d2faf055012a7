/**
 * A duplicate of a response is not a span of the trace, so what lies below it lies below its nearest ancestor that is
 * one: a framework's span of a model call contains ours of the same call, and the tools that the framework ran. Where
 * a framework does not make its spans active, its duplicate says where a call belongs.
 */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';

/** The search for an ancestor stops after this many duplicates. */
const MAX_LEVELS = 16;
/** To send more ids takes longer than to read all duplicates of the trace. */
const MAX_IDS = 1_000;
/** Positions are compared up to this depth. */
const MAX_ANCESTORS = 64;

interface Placed {
  id: unknown;
  parentId: unknown;
}

/** The parent of each row, in their order; that of a span below a duplicate, and of a span with one, may be replaced. */
export async function receivedParents(sql: Sql, trace: TraceKey, rows: readonly Placed[]): Promise<(string | null)[]> {
  const parentOf = new Map(rows.map(({ id, parentId }) => [id as string, parentId as string | null]));
  const duplicates = await duplicatesOf(sql, trace, [...parentOf.keys()]);
  const missing = [...parentOf.values()].filter((id) => id !== null && !parentOf.has(id)) as string[];
  const ids = [...new Set([...missing, ...duplicates.map(({ id }) => id)])];
  const above = ids.length === 0 ? NONE : await aboveDuplicates(sql, trace, ids);
  if (above.size === 0) return rows.map(({ parentId }) => parentId as string | null);
  for (const [id, parentId] of parentOf) {
    const nearest = above.get(parentId!);
    if (nearest !== undefined) parentOf.set(id, nearest);
  }
  const deeper = deeperParents(parentOf, duplicates, above);
  return rows.map(({ id }) => deeper.get(id as string) ?? parentOf.get(id as string)!);
}

type Parents = ReadonlyMap<string, string | null>;
const NONE: Parents = new Map();

/**
 * A framework knows where a call belongs, and the SDK only what it saw of that. So a call is where its duplicate is,
 * unless that is around it: then the SDK saw more.
 */
function deeperParents(
  parentOf: Parents,
  duplicates: readonly Duplicate[],
  above: Parents,
): ReadonlyMap<string, string> {
  const deeper = new Map<string, string>();
  for (const { id, counted } of duplicates) {
    const around = above.get(id) ?? null;
    if (around === null || !parentOf.has(around) || !parentOf.has(counted)) continue;
    const ancestors = ancestorsOf(around, parentOf);
    if (ancestors.includes(counted) || ancestorsOf(counted, parentOf).includes(around)) continue;
    const known = deeper.get(counted);
    if (known === undefined || ancestors.length > ancestorsOf(known, parentOf).length) deeper.set(counted, around);
  }
  return deeper;
}

/** The span itself, then its ancestors. */
function ancestorsOf(id: string, parentOf: Parents): string[] {
  const ancestors: string[] = [];
  let at: string | null = id;
  while (at !== null && parentOf.has(at) && ancestors.length < MAX_ANCESTORS) {
    ancestors.push(at);
    at = parentOf.get(at)!;
  }
  return ancestors;
}

interface Duplicate {
  id: string;
  /** The span that counts instead. */
  counted: string;
}

/** Duplicates of these spans and, of many, of others, too. */
async function duplicatesOf(sql: Sql, { projectId, traceId }: TraceKey, ids: readonly string[]): Promise<Duplicate[]> {
  return sql<Duplicate[]>`
    select encode(s.span_id, 'hex') as id, encode(s.duplicate_of, 'hex') as counted
    from traces t join spans s on s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id
    where t.project_id = ${projectId} and t.trace_id = decode(${traceId}, 'hex') and s.kind = 'generation'
      and s.duplicate_of ${
        ids.length > MAX_IDS
          ? sql`is not null`
          : sql`in (select decode(id, 'hex') from unnest(${[...ids]}::text[]) as given (id))`
      }
    order by s.started_at, s.span_id`;
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
