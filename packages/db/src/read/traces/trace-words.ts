/**
 * Finds traces that contain some words in thoughts, texts or arguments, in their input or in their name. Thoughts, texts
 * and arguments of past days are found by the index of each day (search-index.ts). Names, inputs and the calls of today
 * have no index, so they are read, newest first. Bounded in time, and the result says when it was cut.
 */
import type { Sql } from '../../postgres/connect.ts';
import { containing } from '../../postgres/like-pattern.ts';
import { callsOfDay, type DayBounds } from '../search/search-calls.ts';
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
  /** After this time no further day is searched, and no further trace is read. */
  longestMs: number;
}

/** Maximum number of traces that are returned. */
const MAX_FOUND = 1_000;
/** Number of traces whose names and inputs are always read. */
const FIRST_NAMES = 5_000;
/** Fewer take less time than asking for them. */
const MIN_NAMES = 1_000;
const OF_A_DAY: DayBounds = { mostCalls: 500, mostTraces: 150, mostSpans: 1_500 };
/** How much more is read with each further statement. */
const GROWTH = 4;

export async function tracesWithWords(sql: Sql, scope: WordScope, words: string): Promise<TracesWithWords> {
  const [named, spoken] = await Promise.all([inNames(sql, scope, words), inCalls(sql, scope, words)]);
  return { ids: [...new Set([...named.ids, ...spoken.ids])], complete: named.complete && spoken.complete };
}

async function inCalls(sql: Sql, scope: WordScope, words: string): Promise<TracesWithWords> {
  const { days, complete } = await wordDays(sql, scope);
  const search = { sql, scope, words, ids: new Set<string>(), endAt: endOf(scope) };
  const cut = await searchDays(search, days);
  if (cut === undefined) return { ids: [...search.ids], complete: false };
  const rest = await Promise.all(cut.map((day) => readFurther(search, day)));
  return { ids: [...search.ids], complete: complete && rest.every(Boolean) };
}

const endOf = ({ longestMs }: WordScope): number => performance.now() + longestMs;

interface DaySearch {
  sql: Sql;
  scope: WordScope;
  words: string;
  /** The traces found so far. */
  ids: Set<string>;
  endAt: number;
}

/** Resolves to the days of which a part was searched; undefined when there was no time, or no room, for all days. */
async function searchDays(search: DaySearch, days: readonly SearchDay[]): Promise<SearchDay[] | undefined> {
  const cut: SearchDay[] = [];
  for (const [index, day] of days.entries()) {
    const isLate = index >= ALWAYS_SEARCHED && performance.now() > search.endAt;
    if (search.ids.size >= MAX_FOUND || isLate) return undefined;
    if (!(await searchDay(search, day, OF_A_DAY))) cut.push(day);
  }
  return cut;
}

/** Reads more and more of a day that has no index, while there is time for it. Resolves to whether all was read. */
async function readFurther(search: DaySearch, day: SearchDay): Promise<boolean> {
  if (day.isIndexed) return false;
  for (let { mostTraces, mostSpans } = OF_A_DAY, took = 0; ;) {
    mostTraces *= GROWTH;
    mostSpans *= GROWTH;
    const begin = performance.now();
    if (search.ids.size >= MAX_FOUND || begin + GROWTH * took > search.endAt) return false;
    if (await searchDay(search, day, { ...OF_A_DAY, mostTraces, mostSpans })) return true;
    took = performance.now() - begin;
  }
}

/** Resolves to whether all of the day was searched. */
async function searchDay({ sql, scope, words, ids }: DaySearch, day: SearchDay, bounds: DayBounds): Promise<boolean> {
  const { tables, isCut } = callsOfDay(sql, { ...scope, terms: [words], ...day }, bounds);
  const [row] = await sql<{ ids: string[]; cut: boolean }[]>`
    with ${tables} select array(select distinct encode(trace_id, 'hex') from matched) as ids, ${isCut} as cut`;
  for (const id of row!.ids) ids.add(id);
  return !row!.cut;
}

/** Reads names and inputs in growing parts, each as long as there is time for. */
async function inNames(sql: Sql, scope: WordScope, words: string): Promise<TracesWithWords> {
  const ids = new Set<string>();
  const endAt = endOf(scope);
  let before: string | null = null;
  for (let most = FIRST_NAMES; most >= MIN_NAMES;) {
    const begin = performance.now();
    const part = await namesWith(sql, scope, { words, before, most });
    for (const id of part.ids) ids.add(id);
    if (part.read < most) return { ids: [...ids], complete: true };
    if (ids.size >= MAX_FOUND) break;
    const now = performance.now();
    before = part.oldest;
    most = Math.min(GROWTH * most, Math.floor((part.read * (endAt - now)) / (now - begin)));
  }
  return { ids: [...ids], complete: false };
}

interface NamesPart {
  ids: string[];
  read: number;
  /** Start of the oldest trace that was read, as PostgreSQL writes it. Others may have started at the same time. */
  oldest: string | null;
}

/** One pass without a stored intermediate result, which would take more than twice as long. */
async function namesWith(
  sql: Sql,
  scope: WordScope,
  { words, before, most }: { words: string; before: string | null; most: number },
): Promise<NamesPart> {
  const pattern = containing(words);
  const [row] = await sql<NamesPart[]>`
    select count(*)::int as read, min(started_at)::text as oldest,
      coalesce((array_agg(encode(trace_id, 'hex')) filter (where name ilike ${pattern}
        or (asked ilike ${pattern} and (${searchable(sql, sql`asked`)}) ilike ${pattern})))[1:${MAX_FOUND}], '{}') as ids
    from (
      select t.trace_id, t.name, t.asked, t.started_at from traces t
      where t.project_id = ${scope.projectId} ${inRange(sql, scope)}
        ${before === null ? sql`` : sql`and t.started_at <= ${before}::text::timestamptz`}
      order by t.started_at desc, t.trace_id desc limit ${most}
    ) part`;
  return row!;
}
