/**
 * One page of the traces of a project, in the order of any of their numbers; always in order, and always bounded. What
 * fits often is met early on a walk in that order; what is rare is found by what it is rare by. Where neither helps,
 * the page ends at the last trace that was looked at, and the next one goes on there. The second lines of the rows are
 * trace-highlights.ts.
 */
import type { Row } from 'postgres';
import type { Sql } from '../connect.ts';
import { narrowed, withWords } from './trace-candidates.ts';
import { asksCalls } from './trace-conditions.ts';
import { LIST_COLUMNS, readListRow, traceFilter, type TraceFilter, type TraceListRow } from './trace-list-row.ts';
import { SORT_TYPES, sortValue, type TraceCursor, type TraceOrder } from './trace-orders.ts';
import { walkTraces } from './trace-walk.ts';

export interface TraceListPage extends TraceFilter, TraceOrder {
  limit: number;
  /** `next` of the page before. */
  after: TraceCursor | null;
}

export interface TraceList {
  rows: TraceListRow[];
  /** Null when there are no more. */
  next: TraceCursor | null;
  /** How many traces the page ends after without being full; there may be more that fit behind them. */
  looked: number | null;
  /** Words were not looked for in all traces. */
  wordsCut: boolean;
}

/** Traces that are looked at: to see whether many fit, and when they do not and nothing else helps. */
export interface WalkBounds {
  first: number;
  most: number;
}
const BOUNDS: WalkBounds = { first: 1_000, most: 10_000 };
/** Where each takes a look into its calls. */
const BOUNDS_WITH_CALLS: WalkBounds = { first: 300, most: 4_000 };

export async function traceList(sql: Sql, page: TraceListPage, given?: WalkBounds): Promise<TraceList> {
  const bounds = given ?? (asksCalls(page.conditions) ? BOUNDS_WITH_CALLS : BOUNDS);
  const { filter, wordsCut } = await withWords(sql, page);
  const asked = { ...page, ...filter, limit: page.limit + 1 };
  if (asked.only) return pageOf(await among(sql, asked), { page, wordsCut });
  const isPlain = asked.conditions.length === 0 && !asked.never && (page.sort === 'age' || (!page.from && !page.to));
  const first = await walkTraces(sql, { ...asked, most: isPlain ? asked.limit : bounds.first });
  if (!first.end || isPlain) return pageOf(first.rows, { page, wordsCut });
  // Of what is met so often so many have to be read to see that it is not rare.
  const isCommon = first.rows.length >= 10 && first.rows.length * 50 >= bounds.first;
  const fewer = isCommon ? asked : await narrowed(sql, asked);
  if (fewer.only) return pageOf(await among(sql, { ...asked, only: fewer.only }), { page, wordsCut });
  const rest = { ...asked, after: first.end, limit: asked.limit - first.rows.length, most: bounds.most };
  const second = await walkTraces(sql, rest);
  const list = pageOf([...first.rows, ...second.rows], { page, wordsCut });
  return second.end ? { ...list, next: second.end, looked: bounds.first + bounds.most } : list;
}

function pageOf(rows: Row[], { page, wordsCut }: { page: TraceListPage; wordsCut: boolean }): TraceList {
  const shown = rows.slice(0, page.limit).map(readListRow);
  return { rows: shown, next: rows.length > page.limit ? shown.at(-1)!.cursor : null, looked: null, wordsCut };
}

/** Those of `only`, all of them looked at. */
async function among(sql: Sql, page: TraceListPage): Promise<Row[]> {
  const { after, ascending } = page;
  const direction = ascending ? sql`asc` : sql`desc`;
  const value = sortValue(sql, page);
  const start = after && sql`(${after.value}::text::${sql.unsafe(SORT_TYPES[page.sort])}, decode(${after.id}, 'hex'))`;
  return sql`
    with fitting as materialized (
      select ${LIST_COLUMNS(sql)}, ${value}::text as sort_value, ${value} as sort_key, t.trace_id from traces t
      where ${traceFilter(sql, page)} ${start ? sql`and (${value}, t.trace_id) ${ascending ? sql`>` : sql`<`} ${start}` : sql``}
    )
    select * from fitting order by sort_key ${direction}, trace_id ${direction} limit ${page.limit}`;
}
