/** The traces of newly arrived spans that match a filter, with their names for the live screen. */
import type { Sql } from '../../postgres/connect.ts';
import { andConditions, type TraceCondition } from '../traces/trace-conditions.ts';

export interface LiveTrace {
  id: string;
  /** The first input of the trace, or its name. */
  title: string | null;
  /** Milliseconds since its last span was stored, by the database's clock. */
  quietMs: number;
}

export interface LiveFilter {
  projectId: string;
  conditions: readonly TraceCondition[];
}

export async function liveTraces(sql: Sql, filter: LiveFilter, ids: readonly string[]): Promise<LiveTrace[]> {
  return sql<LiveTrace[]>`
    select encode(t.trace_id, 'hex') as id, left(coalesce(t.asked, t.name), 200) as title,
      extract(epoch from now() - t.updated_at)::float8 * 1000 as "quietMs"
    from traces t
    where t.project_id = ${filter.projectId} and t.trace_id in (select decode(id, 'hex') from unnest(${[...ids]}::text[]) id)
      ${andConditions(sql, filter)}`;
}
