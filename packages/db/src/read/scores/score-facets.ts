/** The names and values of the scores of traces in `counted t`, one row for each value of a trace (trace-facets.ts). */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';

export const namesOfScores = (sql: Sql, projectId: string): Fragment => sql`
  select v.value from counted t cross join lateral (
    select distinct c.name as value from scores c
    where c.project_id = ${projectId} and c.trace_id = t.trace_id and c.removed_at is null and c.name is not null
  ) v`;

/**
 * The values of scores with one name, as the filter has them after the name: `=friendly`, `=up`. Numbers are rarely
 * equal, so they are counted from their quartiles on: `>=0.5`, at two digits.
 */
export const valuesOfScore = (sql: Sql, { projectId, name }: { projectId: string; name: string }): Fragment => sql`
  with scored as materialized (
    select t.trace_id, v.number, v.label, v.thumbs from counted t cross join lateral (
      select c.number, c.label, c.thumbs from scores c
      where c.project_id = ${projectId} and c.trace_id = t.trace_id and c.name = ${name}
        and c.removed_at is null and c.name is not null
    ) v
  ), quartiles as (
    select distinct ${twoDigits(sql)} as bound
    from (select unnest(percentile_disc(array[0.25, 0.5, 0.75]) within group (order by number))::numeric as quartile
      from scored where number is not null) q
  )
  select value from (
    select distinct trace_id, '=' || coalesce(label, case when thumbs then 'up' else 'down' end) as value
    from scored where label is not null or thumbs is not null
    union all
    select distinct trace_id, '>=' || bound::text from scored join quartiles on number >= bound::float8
  ) all_values`;

const twoDigits = (sql: Sql): Fragment =>
  sql`case when quartile = 0 then 0 else trim_scale(round(quartile, 1 - floor(log(abs(quartile)))::int)) end`;
