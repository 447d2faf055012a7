/**
 * The calls of one day that contain some words, as part of a statement. Uses the index of the day, or reads the texts
 * when the day has no index yet. Always bounded.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import type { SearchDay } from './search-days.ts';
import { containsText, hasWords } from './search-words.ts';
import { inRange, type TraceFilter } from '../traces/trace-list-row.ts';

export interface WordSearch extends Pick<TraceFilter, 'projectId' | 'from' | 'to'> {
  /**
   * Words and phrases, all of which a call must contain. Matched verbatim except for case, and only at the beginning of
   * a word.
   */
  terms: readonly string[];
}

export interface DayBounds {
  /** Maximum number of calls from the index. That the words are next to each other is checked in the texts. */
  mostCalls: number;
  /**
   * Maximum number of newest traces of a day without an index, and of their spans together. The longest traces are
   * skipped.
   */
  mostTraces: number;
  mostSpans: number;
}

/**
 * The tables `looked` and `matched`, with trace_id, span_id and call_index of the calls that contain the words, and the
 * condition that calls may be missing.
 */
export interface CallsOfDay {
  tables: Fragment;
  isCut: Fragment;
  /** Start of the oldest trace that was read; null when an index covers the whole day. */
  since: Fragment;
}

export function callsOfDay(sql: Sql, search: WordSearch & SearchDay, bounds: DayBounds): CallsOfDay {
  return search.isIndexed ? byIndex(sql, search, bounds) : byReading(sql, search, bounds);
}

function byIndex(
  sql: Sql,
  { projectId, day, terms, ...range }: WordSearch & SearchDay,
  { mostCalls }: DayBounds,
): CallsOfDay {
  const isOfRange =
    range.from || range.to
      ? sql`and exists (select from traces t where t.project_id = ${projectId} and t.trace_id = looked.trace_id ${inRange(sql, range)})`
      : sql``;
  return {
    tables: sql`looked as materialized (
        select x.trace_id, x.span_id, x.call_index, ${containsText(sql, terms)} as is_verbatim from tool_call_texts x
        where x.project_id = ${projectId} and x.day = ${day} and ${hasWords(sql, terms)} limit ${mostCalls}
      ), matched as materialized (select * from looked where is_verbatim ${isOfRange})`,
    isCut: sql`(select count(*) from looked) >= ${mostCalls}`,
    since: sql`null::timestamptz`,
  };
}

function byReading(sql: Sql, search: WordSearch & SearchDay, { mostTraces, mostSpans }: DayBounds): CallsOfDay {
  const { projectId, day, terms, ...range } = search;
  return {
    tables: sql`newest as materialized (
        select t.trace_id, t.span_count, t.started_at from traces t where t.project_id = ${projectId} and t.day = ${day} ${inRange(sql, range)}
          -- A trace begins on the day it is first stored on, or before: so the walk to the newest of the day need not pass all newer ones.
          and t.started_at < (${day}::date + interval '26 hours') at time zone 'UTC'
        order by t.started_at desc limit ${mostTraces}
      ), looked as materialized (
        select trace_id from (select newest.*, sum(span_count) over (order by span_count, trace_id) as spans from newest) summed_up
        where spans <= ${mostSpans}
      ), matched as materialized (
        select x.* from looked cross join lateral (
          -- The offset keeps it a look into each of the traces, never a pass over the day.
          select x.trace_id, x.span_id, x.call_index from tool_call_texts x
          where x.project_id = ${projectId} and x.day = ${day} and x.trace_id = looked.trace_id
            and ${containsText(sql, terms)} and ${hasWords(sql, terms)} offset 0
        ) x
      )`,
    isCut: sql`((select count(*) from newest) >= ${mostTraces} or (select count(*) from newest) > (select count(*) from looked))`,
    since: sql`(select min(started_at) from newest)`,
  };
}
