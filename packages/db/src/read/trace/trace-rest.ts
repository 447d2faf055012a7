/**
 * Positions in the part of a trace after the loaded window, to continue from: some spread evenly, and the failed steps.
 * No index orders the spans of a trace by time, so the query scans all of them once: half a second for 250,000.
 */
import type { Sql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';
import { hereAt } from './trace-here.ts';

export interface TracePosition {
  spanId: string;
  /** Name of the tool, or of the span. */
  name: string;
  /** Milliseconds from the start of the trace. */
  start: number;
}

export interface TraceRest {
  /** Model calls in order, including the first and the last one. */
  places: TracePosition[];
  /** Number of failed model calls and tools, and the first of them. */
  failures: number;
  failed: TracePosition[];
}

interface RestQuery {
  /** The last span that is loaded. */
  spanId: string;
  /** Number of parts into which the rest is divided. Each part begins with one of `places`. */
  parts: number;
  mostFailed: number;
}

type Row = TracePosition & { isFailed: boolean; failures: number };

export async function traceRest(
  sql: Sql,
  { projectId, traceId }: TraceKey,
  { spanId, parts, mostFailed }: RestQuery,
): Promise<TraceRest> {
  const rows = await sql<Row[]>`
    with ${hereAt(sql, { projectId, traceId }, spanId)}, beyond as materialized (
      select s.span_id, s.started_at, s.kind, s.status, coalesce(s.tool_name, s.name) as name, here.origin
      from here join spans s on s.day = here.day
      where s.project_id = ${projectId} and s.trace_id = decode(${traceId}, 'hex') and s.duplicate_of is null
        and s.kind in ('generation', 'tool') and (s.started_at, s.span_id) > (here.started_at, here.span_id)
    ), numbered as (
      select beyond.*, row_number() over (order by started_at, span_id) as place, count(*) over () as places
      from beyond where kind = 'generation'
    ), place as (
      select * from numbered where place = places or (place - 1) % ceil(places / ${parts}::float8)::bigint = 0
    ), failed as (
      select * from beyond where status = 'error' order by started_at, span_id limit ${mostFailed}
    ), found as (
      select span_id, started_at, name, origin, false as is_failed from place
      union all select span_id, started_at, name, origin, true from failed
    )
    select encode(span_id, 'hex') as "spanId", name, extract(epoch from started_at - origin)::float8 * 1000 as start,
      is_failed as "isFailed", (select count(*)::int from beyond where status = 'error') as failures
    from found order by started_at, span_id`;
  const positionOf = ({ spanId: id, name, start }: Row): TracePosition => ({ spanId: id, name, start });
  return {
    places: rows.filter(({ isFailed }) => !isFailed).map(positionOf),
    failures: rows[0]?.failures ?? 0,
    failed: rows.filter(({ isFailed }) => isFailed).map(positionOf),
  };
}
