/**
 * Finds the newest traces that contain some words in thoughts, texts or arguments, in their input or in their name.
 * Uses the index of each day (search-index.ts). Names and inputs have no index, so those of the newest traces are read.
 * Bounded, and the result says when it was cut.
 */
import type { Sql } from '../../postgres/connect.ts';
import { containing } from '../../postgres/like-pattern.ts';
import { callsOfDay, type WordSearch } from '../search/search-calls.ts';
import { ALWAYS_SEARCHED, wordDays, type SearchDay } from '../search/search-days.ts';
import { searchable } from '../search/search-fields.ts';
import { inRange, type TraceFilter } from './trace-list-row.ts';

export interface TracesWithWords {
  /** 32 hex digits. */
  ids: string[];
  /** False when not all traces were searched. */
  complete: boolean;
}

interface WordScope extends Pick<TraceFilter, 'projectId' | 'from' | 'to'> {
  /** After this time no further day is searched. */
  longestMs?: number;
}

/** Maximum number of newest traces whose names and inputs are read. */
const MAX_NAMES = 5_000;
/** Maximum number of traces that are returned. */
const MAX_FOUND = 1_000;
const OF_A_DAY = { mostCalls: 500, mostTraces: 150, mostSpans: 1_500 };
const LONGEST_MS = 60;

export async function tracesWithWords(sql: Sql, scope: WordScope, words: string): Promise<TracesWithWords> {
  const [named, spoken] = await Promise.all([inNames(sql, scope, words), inCalls(sql, scope, words)]);
  return { ids: [...new Set([...named.ids, ...spoken.ids])], complete: named.complete && spoken.complete };
}

async function inCalls(sql: Sql, scope: WordScope, words: string): Promise<TracesWithWords> {
  const ids = new Set<string>();
  const { days, complete: searchesAll } = await wordDays(sql, scope);
  let complete = searchesAll;
  const end = performance.now() + (scope.longestMs ?? LONGEST_MS);
  for (const [index, day] of days.entries()) {
    const isLate = index >= ALWAYS_SEARCHED && performance.now() > end;
    if (ids.size >= MAX_FOUND || isLate) return { ids: [...ids], complete: false };
    const found = await ofDay(sql, { ...scope, terms: [words], ...day });
    complete &&= found.complete;
    for (const id of found.ids) ids.add(id);
  }
  return { ids: [...ids], complete };
}

/** Searches names and inputs, of the newest traces only. */
async function inNames(sql: Sql, scope: WordScope, words: string): Promise<TracesWithWords> {
  const pattern = containing(words);
  const [row] = await sql<{ ids: string[]; read: number }[]>`
    with newest as materialized (
      select t.trace_id, t.name, t.asked from traces t where t.project_id = ${scope.projectId} ${inRange(sql, scope)}
      order by t.started_at desc, t.trace_id desc limit ${MAX_NAMES}
    )
    select (select count(*)::int from newest) as read,
      array(select encode(trace_id, 'hex') from newest where name ilike ${pattern} or (${searchable(sql, sql`asked`)}) ilike ${pattern} limit ${MAX_FOUND}) as ids`;
  return { ids: row!.ids, complete: row!.read < MAX_NAMES };
}

async function ofDay(sql: Sql, search: WordSearch & SearchDay): Promise<TracesWithWords> {
  const { tables, isCut } = callsOfDay(sql, search, OF_A_DAY);
  const [row] = await sql<{ ids: string[]; cut: boolean }[]>`
    with ${tables} select array(select distinct encode(trace_id, 'hex') from matched) as ids, ${isCut} as cut`;
  return { ids: row!.ids, complete: !row!.cut };
}
