/**
 * Latency by model, agent, tool or day: histograms of durations (latency-histogram.ts in packages/trace), from the
 * hourly rollups. Percentiles are computed from them by the reader, because histograms can be added and percentiles
 * cannot.
 */
import type { Fragment, Row } from 'postgres';
import { LATENCY_BUCKETS } from '@subtext/trace';
import type { Sql } from '../../postgres/connect.ts';
import { ofRollups, type SpendQuery } from './spend-by-cut.ts';
import { sumOfHistogram } from './sum-of-histogram.ts';

/** Counts by bucket. A list is empty where it does not apply. */
export interface Latencies {
  /** Measured durations of model calls or tools. */
  duration: number[];
  /** Times to the first token of model calls. */
  firstToken: number[];
  /** Durations of tools that were inferred from two messages: they contain more than the call. */
  inferred: number[];
}

export interface LatencyOf extends Latencies {
  /** The model, agent or tool, '' when not reported; or the day as `YYYY-MM-DD`. */
  key: string;
  /** Set for models only. */
  provider: string | null;
}

export type LatencyCut = 'model' | 'agent' | 'tool';

/** All rows of a grouping, or the days of one row. */
export type LatencyGrouping = { by: LatencyCut } | { by: LatencyCut; key: string | null; timeZone: string };

const COLUMNS = { model: 'model', agent: 'agent_name', tool: 'tool_name' } as const;

const HISTOGRAMS = {
  model: ['duration', 'first_token'],
  agent: ['duration', 'first_token'],
  tool: ['duration', 'inferred'],
} as const;

/** Senders choose the names, so there may be any number of them. */
const MAX_ROWS = 500;

export async function latencyOf(sql: Sql, range: SpendQuery, grouping: LatencyGrouping): Promise<LatencyOf[]> {
  const { by } = grouping;
  const column = sql.unsafe(COLUMNS[by]);
  const rows = await sql`
    select ${latencyKey(sql, grouping, { column, hour: sql`hour` })} as key,
      ${hasProvider(grouping) ? sql`provider` : sql`null::text`} as provider,
      ${sql.unsafe(HISTOGRAMS[by].map((name) => sumOfHistogram(`${name}_histogram`, LATENCY_BUCKETS)).join(', '))}
    from ${sql.unsafe(by === 'tool' ? 'tool_rollups' : 'model_rollups')}
    where ${by === 'tool' ? ofTools(sql, range) : ofRollups(sql, range)} ${andLatencyKey(sql, grouping, column)}
    group by 1, 2`;
  return readLatencies(rows, by);
}

const ofTools = (sql: Sql, { projectId, from, to }: SpendQuery): Fragment =>
  sql`project_id = ${projectId} and hour >= ${from} and hour < ${to}`;

/** What rows are grouped by: the name, or the day that the hour belongs to. */
export function latencyKey(
  sql: Sql,
  grouping: LatencyGrouping,
  { column, hour }: Record<'column' | 'hour', Fragment>,
): Fragment {
  if (!('timeZone' in grouping)) return column;
  return sql`to_char(${hour} at time zone ${grouping.timeZone}, 'YYYY-MM-DD')`;
}

export const andLatencyKey = (sql: Sql, grouping: LatencyGrouping, column: Fragment): Fragment =>
  'key' in grouping && grouping.key !== null ? sql`and ${column} = ${grouping.key}` : sql``;

/** Models are distinguished by their providers, but not in the sum of a day. */
export const hasProvider = (grouping: LatencyGrouping): boolean => grouping.by === 'model' && !('timeZone' in grouping);

/** The most frequent first; rows without any duration are left out. */
export function readLatencies(rows: readonly Row[], by: LatencyCut): LatencyOf[] {
  const latencies = rows.map((row) => ({
    key: String(row.key),
    provider: row.provider === null ? null : String(row.provider),
    duration: row.duration_histogram as number[],
    firstToken: by === 'tool' ? [] : (row.first_token_histogram as number[]),
    inferred: by === 'tool' ? (row.inferred_histogram as number[]) : [],
  }));
  const timed = latencies.map((row) => ({ row, times: timesOf(row) })).filter(({ times }) => times > 0);
  timed.sort((one, other) => other.times - one.times || (one.row.key < other.row.key ? -1 : 1));
  return timed.slice(0, MAX_ROWS).map(({ row }) => row);
}

const timesOf = ({ duration, firstToken, inferred }: Latencies): number =>
  [duration, firstToken, inferred].flat().reduce((sum, count) => sum + count, 0);
