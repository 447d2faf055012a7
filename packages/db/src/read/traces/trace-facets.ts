/**
 * The most frequent values of one filter field among the matching traces, with the number of traces per value. Counts
 * only the newest traces, so the cost does not depend on how many there are.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { containing } from '../../postgres/like-pattern.ts';
import { checksOfTraces } from '../evidence/check-conditions.ts';
import { namesOfScores, valuesOfScore } from '../scores/score-facets.ts';
import type { TraceFilter } from './trace-list-row.ts';
import { eachTag } from './trace-tags.ts';
import { newestThatFit } from './trace-newest.ts';

export type FacetField =
  | 'tool'
  | 'model'
  | 'agent'
  | 'status'
  | 'state'
  | 'effort'
  | 'tag'
  | 'session'
  | 'user'
  | 'env'
  | 'release'
  | 'service'
  | 'metadata'
  | 'score'
  | 'check';

export interface Facet {
  field: FacetField;
  /**
   * The values of this key of `metadata`, or of scores with this name, as in the filter (score-facets.ts); without it,
   * the values are the keys and names.
   */
  key?: string | undefined;
  /** Only values with this text in any case. */
  containing?: string;
}

export interface TraceFacets {
  values: { value: string; count: number }[];
  /** Number of traces that were counted. */
  traces: number;
  /** There are more matching traces. */
  capped: boolean;
}

/** Fields of calls, scores and checks are in other tables, and metadata may be large, so fewer traces are looked at. */
const MAX_TRACES = { own: 10_000, metadata: 2_000, score: 2_000, check: 2_000, joined: 300 };
/**
 * Maximum number of spans of these traces. The longest traces are skipped, because one of them may take as long as all
 * others.
 */
const MAX_SPANS = 20_000;
const MAX_VALUES = 20;
const JOINED: ReadonlySet<FacetField> = new Set(['tool', 'state']);

export async function traceFacets(sql: Sql, filter: TraceFilter, facet: Facet): Promise<TraceFacets> {
  const { field, containing: text = '' } = facet;
  const isJoined = JOINED.has(field);
  const isMetadata = field === 'metadata';
  const isBounded = isMetadata || field === 'score' || field === 'check';
  const most = MAX_TRACES[isJoined ? 'joined' : isBounded ? field : 'own'];
  const shorter = sql`select * from (
      select few.*, sum(span_count) over (order by span_count, trace_id) as spans from (select * from newest limit ${most}) few
    ) summed_up where spans <= ${MAX_SPANS}`;
  const { traces: fitting, isCut } = await newestThatFit(sql, filter, most + 1);
  const rows = await sql`
    with newest as materialized (
      select t.project_id, t.day, t.trace_id, t.models, t.tags, t.added_tags, t.removed_tags, t.agents, t.efforts, t.session_id, t.user_id, t.environment, t.release, t.service, t.error_count, t.span_count
        ${isMetadata ? sql`, t.metadata` : sql``}
      from (${fitting}) t
    ), counted as (${isJoined ? shorter : sql`select * from newest limit ${most}`}),
    valued as (${valuesOf(sql, facet, filter.projectId)})
    select traces, cut, value, count from (
      select count(*)::int as traces, ${isCut} or (select count(*) from newest) > count(*) as cut from counted
    ) found
    left join (
      select value, count(*)::int as count from valued where value <> '' ${text ? sql`and value ilike ${containing(text)}` : sql``}
      group by value order by count desc, value limit ${MAX_VALUES}
    ) most on true
    order by count desc, value`;
  const traces: number = rows[0]?.traces ?? 0;
  return {
    values: rows.flatMap(({ value, count }) => (value === null ? [] : [{ value, count }])),
    traces,
    capped: rows[0]?.cut === true,
  };
}

/** Selects one row for each value of a trace. */
function valuesOf(sql: Sql, { field, key }: Facet, projectId: string): Fragment {
  if (field === 'score' && key !== undefined) return valuesOfScore(sql, { projectId, name: key });
  if (field === 'metadata' && key !== undefined) return sql`select t.metadata ->> ${key}::text as value from counted t`;
  return VALUES[field](sql, projectId);
}

const VALUES: Record<FacetField, (sql: Sql, projectId: string) => Fragment> = {
  model: (sql) => sql`select distinct t.trace_id, unnest(t.models) as value from counted t`,
  tag: eachTag,
  session: (sql) => sql`select t.session_id as value from counted t`,
  user: (sql) => sql`select t.user_id as value from counted t`,
  env: (sql) => sql`select t.environment as value from counted t`,
  release: (sql) => sql`select t.release as value from counted t`,
  service: (sql) => sql`select t.service as value from counted t`,
  metadata: (sql) => sql`select key as value from counted t cross join lateral jsonb_object_keys(t.metadata) as key`,
  status: (sql) => sql`select case when t.error_count > 0 then 'error' else 'ok' end as value from counted t`,
  tool: (sql, projectId) =>
    joined(
      sql,
      sql`select distinct c.tool_name as value ${callsOf(sql, projectId)} and c.type not in ('answer', 'trailing')`,
    ),
  state: (sql, projectId) =>
    joined(
      sql,
      sql`select distinct c.thinking_state as value ${callsOf(sql, projectId)} and c.described_by = 'generation'`,
    ),
  score: namesOfScores,
  check: checksOfTraces,
  agent: (sql) => sql`select distinct t.trace_id, unnest(t.agents) as value from counted t`,
  effort: (sql) => sql`select distinct t.trace_id, unnest(t.efforts) as value from counted t`,
};

/**
 * One lookup per trace, by its key. The planner would otherwise read the rows of all traces at once to find the
 * distinct values.
 */
const joined = (sql: Sql, values: Fragment): Fragment =>
  sql`select v.value from counted t cross join lateral (${values}) v`;

/** Repeats the project, as trace-conditions.ts does. */
const callsOf = (sql: Sql, projectId: string): Fragment =>
  sql`from tool_calls c where c.project_id = ${projectId} and c.day = t.day and c.trace_id = t.trace_id`;
