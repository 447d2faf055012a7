/**
 * Spend and durations of model calls by hour, with the measures of Costs: from the rollups, or from the spans for what
 * rollups do not contain (environment, release, user). Hours without a model call have no row.
 */
import type { Fragment, Row } from 'postgres';
import { LATENCY_BUCKETS } from '@subtext/trace';
import type { Sql } from '../../postgres/connect.ts';
import { COUNT_MODEL_LATENCIES, COUNT_ROLLUP, IS_OF_MODEL, ROLLUP_KEYS } from '../../rows/recount-statements.ts';
import { ofRollups, type SpendQuery } from './spend-by-cut.ts';
import { andCallConditions, readMeasures, sumOfMeasures, type SpendMeasures } from './spend-measures.ts';
import { sumOfHistogram } from './sum-of-histogram.ts';

export interface SpendOfHour extends SpendMeasures {
  hour: Date;
  /** Durations of model calls (latency-histogram.ts). */
  durations: number[];
}

/** Facts of whole traces; absent = any. */
export interface TraceFactsFilter {
  environment?: string | undefined;
  release?: string | undefined;
  user?: string | undefined;
}

type HoursQuery = SpendQuery & TraceFactsFilter;

const DURATIONS = sumOfHistogram('duration_histogram', LATENCY_BUCKETS);

export async function spendByHour(sql: Sql, query: HoursQuery): Promise<SpendOfHour[]> {
  const rows = await hoursOf(sql, query, sql`${sumOfMeasures(sql)}, ${sql.unsafe(DURATIONS)}`);
  return rows.map((row) => ({ ...readHour(row), durations: row.duration_histogram as number[] }));
}

/** The same without durations, whose histograms take most of the time over months. */
export async function measuresByHour(sql: Sql, query: HoursQuery): Promise<Omit<SpendOfHour, 'durations'>[]> {
  const rows = await hoursOf(sql, query, sumOfMeasures(sql));
  return rows.map(readHour);
}

const hoursOf = (sql: Sql, query: HoursQuery, sums: Fragment) => {
  const { environment, release, user } = query;
  const isOfTraces = [environment, release, user].some((fact) => fact !== undefined);
  return isOfTraces ? ofTraces(sql, query, sums) : ofHours(sql, query, sums);
};

const ofHours = (sql: Sql, query: SpendQuery, sums: Fragment) => sql`
  select hour, ${sums} from model_rollups where ${ofRollups(sql, query)} group by 1 order by 1`;

/** A trace whose spans are in the range began at most a day before it. */
const ofTraces = (sql: Sql, query: HoursQuery, sums: Fragment) => {
  const { projectId, from, to, calls, environment, release, user } = query;
  return sql`
  with chosen as materialized (
    select day, trace_id from traces
    where project_id = ${projectId} and started_at >= ${from}::timestamptz - interval '1 day' and started_at < ${to}
      ${environment === undefined ? sql`` : sql`and environment = ${environment}`}
      ${release === undefined ? sql`` : sql`and release = ${release}`}
      ${user === undefined ? sql`` : sql`and user_id = ${user}`}
  ), spent as (
    select ${sql.unsafe(ROLLUP_KEYS.hour)} as hour, ${sql.unsafe(COUNT_ROLLUP)}, ${sql.unsafe(COUNT_MODEL_LATENCIES)}
    from chosen t cross join lateral (
      select * from spans s where s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id offset 0
    ) span
    where ${sql.unsafe(IS_OF_MODEL)} and started_at >= ${from} and started_at < ${to}
      ${andCallConditions(sql, calls, ROLLUP_KEYS)}
    group by 1
  )
  select hour, ${sums} from spent group by 1 order by 1`;
};

const readHour = (row: Row) => ({ ...readMeasures(row), hour: row.hour as Date });
