/**
 * Walks a bounded number of traces in the sort order of a list, and returns those that match a filter. When many match,
 * the page fills early. When few do, the walk ends at a position from which the next page continues.
 */
import type { Fragment, Row } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { inRange, LIST_COLUMNS, traceFilter, type TraceFilter } from './trace-list-row.ts';
import { SORT_TYPES, sortValue, stretchesOf, type Stretch, type TraceCursor, type TraceOrder } from './trace-orders.ts';

export interface Walk extends TraceFilter, TraceOrder {
  /** Number of rows to return. */
  limit: number;
  after: TraceCursor | null;
  /** Maximum number of traces to look at. */
  most: number;
}

export interface Walked {
  rows: Row[];
  /** The last trace that was looked at; null = there are no more traces, or enough matched before. */
  end: TraceCursor | null;
}

export async function walkTraces(sql: Sql, walk: Walk): Promise<Walked> {
  const all = stretchesOf(sql, walk);
  const first = walk.after === null ? 0 : all.findIndex((stretch) => stretch.has(walk.after!.value));
  const rows: Row[] = [];
  for (const [index, stretch] of all.slice(Math.max(first, 0)).entries()) {
    const after = index === 0 ? walk.after : null;
    const rest = { ...walk, after, limit: walk.limit - rows.length };
    rows.push(...(await walkStretch(sql, rest, stretch)));
    if (rows.length >= walk.limit) return { rows, end: null };
    const end = await endOfWalk(sql, rest, stretch);
    if (end) return { rows, end };
  }
  return { rows, end: null };
}

function walkStretch(sql: Sql, walk: Walk, stretch: Stretch): Promise<Row[]> {
  const direction = walk.ascending ? sql`asc` : sql`desc`;
  // The sort key must be among the columns. Otherwise the planner does not see that the walk is already sorted, and
  // would read it to the end to sort it.
  return sql`
    select ${LIST_COLUMNS(sql)}, ${sortValue(sql, walk)}::text as sort_value
    from (select t.*, ${stretch.key ?? sql`0`} as sort_key ${walked(sql, walk, stretch)} limit ${walk.most}) t
    where ${traceFilter(sql, walk)}
    order by ${stretch.key ? sql`t.sort_key ${direction},` : sql``} t.trace_id ${direction}
    limit ${walk.limit}`;
}

async function endOfWalk(sql: Sql, walk: Walk, stretch: Stretch): Promise<TraceCursor | null> {
  const [end] = await sql<TraceCursor[]>`
    select ${sortValue(sql, walk)}::text as value, encode(t.trace_id, 'hex') as id
    ${walked(sql, walk, stretch)} offset ${walk.most - 1} limit 1`;
  return end ?? null;
}

/**
 * `from … order by …`. Only the order by age can start at the range of times; in other orders its traces may be
 * anywhere.
 */
function walked(sql: Sql, walk: Walk, { key, holds }: Stretch): Fragment {
  const { projectId, after, ascending } = walk;
  const direction = ascending ? sql`asc` : sql`desc`;
  const beyond = ascending ? sql`>` : sql`<`;
  const type = sql.unsafe(SORT_TYPES[walk.sort]);
  const position = key ? sql`(${key}, t.trace_id)` : sql`t.trace_id`;
  const start =
    after && (key ? sql`(${after.value}::text::${type}, decode(${after.id}, 'hex'))` : sql`decode(${after.id}, 'hex')`);
  return sql`from traces t where t.project_id = ${projectId} ${walk.sort === 'age' ? inRange(sql, walk) : sql``} ${holds}
    ${start ? sql`and ${position} ${beyond} ${start}` : sql``}
    order by ${key ? sql`${key} ${direction},` : sql``} t.trace_id ${direction}`;
}
