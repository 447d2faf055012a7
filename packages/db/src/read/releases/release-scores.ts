/** What scores say of each of several runs, by name: those of the run, its steps and its thoughts together. */
import type { Sql } from '../../postgres/connect.ts';

export interface RunScore {
  /** 32 hex digits. */
  id: string;
  name: string;
  /** The mean of the numbers; null: no score has one. */
  number: number | null;
  /** False: any thumbs are down; null: there are none. */
  thumbs: boolean | null;
  /** null: there is none, or there are several. */
  category: string | null;
}

const MAX_NAMES = 20;

/** Of the names that most runs have. */
export async function scoresOfRuns(sql: Sql, projectId: string, ids: readonly string[]): Promise<RunScore[]> {
  if (ids.length === 0) return [];
  return sql<RunScore[]>`
    with said as materialized (
      select c.trace_id, c.name, avg(c.number) as number, bool_and(c.thumbs) as thumbs,
        case when count(distinct c.label) filter (where c.number is null) = 1
          then min(c.label) filter (where c.number is null) end as category
      from scores c
      where c.project_id = ${projectId} and c.trace_id = any (array(select decode(id, 'hex') from unnest(${[...ids]}::text[]) id))
        and c.removed_at is null and c.name is not null
      group by c.trace_id, c.name
    ), frequent as (select name from said group by name order by count(*) desc, name limit ${MAX_NAMES})
    select encode(trace_id, 'hex') as id, name, number, thumbs, category from said join frequent using (name)`;
}
