/**
 * One page of a project's traces, sorted by any of their numbers, always exactly and always bounded. A filter that many
 * traces match is found by a walk in sort order; a filter with a rare condition by the index of that condition. When
 * neither works, the page ends at the last trace that was looked at, and the next page continues there. The second
 * lines of rows come from trace-highlights.ts.
 */
import type { Row } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { narrowed, withWords } from './trace-candidates.ts';
import { asksCalls, asksScores, type TraceCondition } from './trace-conditions.ts';
import { LIST_COLUMNS, readListRow, traceFilter, type TraceFilter, type TraceListRow } from './trace-list-row.ts';
import { SORT_TYPES, sortValue, type TraceCursor, type TraceOrder } from './trace-orders.ts';
import { walkTraces } from './trace-walk.ts';

export interface TraceListPage extends TraceFilter, TraceOrder {
  limit: number;
  /** `next` of the previous page. */
  after: TraceCursor | null;
}

export interface TraceList {
  rows: TraceListRow[];
  /** null when there are no more traces. */
  next: TraceCursor | null;
  /**
   * Set when the page ended before it was full: the number of traces that were looked at. More may match after them.
   */
  looked: number | null;
  /** Not all traces were searched for words. */
  wordsCut: boolean;
}

/** Number of traces to look at: `first` to see whether many match, `most` when few do and no condition is rare. */
export interface WalkBounds {
  first: number;
  most: number;
}
const BOUNDS: WalkBounds = { first: 1_000, most: 10_000 };
/** Bounds for filters that need the calls of each trace. */
const BOUNDS_WITH_CALLS: WalkBounds = { first: 300, most: 4_000 };
/** Bounds for filters that need the scores or findings of each trace, which are found in one index. */
const BOUNDS_WITH_SCORES: WalkBounds = { first: 1_000, most: 6_000 };

function boundsOf(conditions: readonly TraceCondition[]): WalkBounds {
  if (asksCalls(conditions)) return BOUNDS_WITH_CALLS;
  return asksScores(conditions) ? BOUNDS_WITH_SCORES : BOUNDS;
}

export async function traceList(sql: Sql, page: TraceListPage, given?: WalkBounds): Promise<TraceList> {
  const bounds = given ?? boundsOf(page.conditions);
  const { filter, wordsCut } = await withWords(sql, page);
  const request = { ...page, ...filter, limit: page.limit + 1 };
  if (request.only) return pageOf(await among(sql, request), { page, wordsCut });
  const isPlain =
    request.conditions.length === 0 && !request.never && (page.sort === 'age' || (!page.from && !page.to));
  const first = await walkTraces(sql, { ...request, most: isPlain ? request.limit : bounds.first });
  if (!first.end || isPlain) return pageOf(first.rows, { page, wordsCut });
  // More than one trace in fifty matches: an index scan would read many rows before it showed that the condition is not
  // rare.
  const isCommon = first.rows.length >= 10 && first.rows.length * 50 >= bounds.first;
  const fewer = isCommon ? request : await narrowed(sql, request);
  if (fewer.only) return pageOf(await among(sql, { ...request, only: fewer.only }), { page, wordsCut });
  const rest = { ...request, after: first.end, limit: request.limit - first.rows.length, most: bounds.most };
  const second = await walkTraces(sql, rest);
  const list = pageOf([...first.rows, ...second.rows], { page, wordsCut });
  return second.end ? { ...list, next: second.end, looked: bounds.first + bounds.most } : list;
}

function pageOf(rows: Row[], { page, wordsCut }: { page: TraceListPage; wordsCut: boolean }): TraceList {
  const shown = rows.slice(0, page.limit).map(readListRow);
  return { rows: shown, next: rows.length > page.limit ? shown.at(-1)!.cursor : null, looked: null, wordsCut };
}

/** Sorts and filters the traces in `only`. */
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
