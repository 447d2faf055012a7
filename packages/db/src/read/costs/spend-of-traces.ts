/**
 * Spend by any breakdown of the newest traces that match a filter, computed from their spans, for what the rollups do
 * not contain (sessions, tools, tags, words). Bounded by the number of traces and of their spans; the answer says how
 * many were looked at, and whether there are more.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { COUNT_ROLLUP, IS_OF_MODEL, ROLLUP_KEYS } from '../../rows/recount-statements.ts';
import type { RollupCut } from './spend-by-cut.ts';
import {
  andCallConditions,
  readMeasures,
  sumOfMeasures,
  type CallCondition,
  type SpendMeasures,
} from './spend-measures.ts';
import type { TraceFilter } from '../traces/trace-list-row.ts';
import { newestThatFit } from '../traces/trace-newest.ts';

export interface TracesQuery {
  traces: TraceFilter;
  /** Conditions on the calls in those traces. */
  calls: readonly CallCondition[];
}

/** `timeZone` is an IANA name. */
export type TraceCut = { by: RollupCut | 'session' } | { by: 'day'; timeZone: string };

export interface SpendOfTraces {
  rows: (SpendMeasures & { key: string; provider: string | null })[];
  /** Number of traces that were looked at. */
  traces: number;
  /** There are more, older traces that were not looked at. */
  capped: boolean;
}

const MAX_TRACES = 2_000;
/** The number of spans that can be summed within the time budget of a page. */
const MAX_SPANS = 30_000;
const MAX_ROWS = 500;

/** A sum over no rows is null. */
const TOTAL = ['input', 'answer', 'readable', 'summary', 'no_text']
  .map((part) => `coalesce(sum(${part}_cost), 0)`)
  .join(' + ');

export async function spendOfTraces(sql: Sql, query: TracesQuery, cut: TraceCut): Promise<SpendOfTraces> {
  const provider = cut.by === 'model' ? sql.unsafe(ROLLUP_KEYS.provider) : sql`null::text`;
  const { tables } = await newestTraces(sql, query.traces);
  const rows = await sql`
    with ${tables}, spent as (
      select ${keyOf(sql, cut)} as key, ${provider} as of_provider, ${sql.unsafe(COUNT_ROLLUP)}
      from counted t cross join lateral (
        -- The offset keeps it a look into each of the traces, never a pass over all spans there are.
        select * from spans s where s.project_id = ${query.traces.projectId} and s.day = t.day and s.trace_id = t.trace_id offset 0
      ) span
      where ${sql.unsafe(IS_OF_MODEL)} ${andCallConditions(sql, query.calls, ROLLUP_KEYS)}
      group by 1, 2
    ), summed as (
      select key, of_provider, ${sumOfMeasures(sql)},
        row_number() over (order by ${sql.unsafe(TOTAL)} desc, key) as place
      from spent group by 1, 2
    )
    select found.*, summed.* from ${lookedAt(sql)} found
    left join summed on place <= ${MAX_ROWS} order by place`;
  return {
    rows: rows
      .filter((row) => row.key !== null)
      .map((row) => ({ key: String(row.key), provider: row.of_provider as string | null, ...readMeasures(row) })),
    traces: Number(rows[0]?.traces ?? 0),
    capped: rows[0]?.capped === true,
  };
}

/** Part of a statement. Wrapped in an object, because awaiting a fragment would send it. */
export interface Tables {
  tables: Fragment;
}

/**
 * Tables `newest`, with one trace more than are looked at, and `counted`, with those that are. Omits a trace that alone
 * has too many spans.
 */
export async function newestTraces(sql: Sql, filter: TraceFilter): Promise<Tables> {
  const { traces, isCut } = await newestThatFit(sql, filter, MAX_TRACES + 1);
  const tables = sql`newest as materialized (
      select t.day, t.trace_id, t.started_at as began, coalesce(t.session_id, '') as session, t.span_count from (${traces}) t
    ), cut as (select ${isCut} as cut), counted as materialized (
      select * from (
        select newest.*, sum(span_count) over (order by began desc, trace_id desc) as spans from newest
        where span_count <= ${MAX_SPANS} limit ${MAX_TRACES}
      ) summed_up where spans <= ${MAX_SPANS}
    )`;
  return { tables };
}

/** Selects the number of `counted` traces, and whether `newest` has more. */
export function lookedAt(sql: Sql): Fragment {
  return sql`(select (select count(*)::int from counted) as traces,
    (select count(*) from newest) > (select count(*) from counted) or (select cut from cut) as capped)`;
}

function keyOf(sql: Sql, cut: TraceCut): Fragment {
  if (cut.by === 'session') return sql`t.session`;
  if (cut.by === 'day') return sql`to_char(${sql.unsafe(ROLLUP_KEYS.hour)} at time zone ${cut.timeZone}, 'YYYY-MM-DD')`;
  return sql`${sql.unsafe(ROLLUP_KEYS[cut.by])}`;
}
