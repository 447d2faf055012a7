/**
 * Traces in which some words were thought, said or asked for, or that are named so: the newest of them. Led by the index of each day
 * (search-index.ts); names and questions have none, so those of the newest traces are read. Bounded in all that it does, and it says so.
 */
import type { Sql } from '../connect.ts';
import { wordDays } from './search-days.ts';
import { containsWords } from './search-thoughts.ts';
import { inRange, type TraceFilter } from './trace-list-row.ts';

export interface TracesWithWords {
  /** 32 hex digits. */
  ids: string[];
  /** False when not all traces were looked into. */
  complete: boolean;
}

type Asked = Pick<TraceFilter, 'projectId' | 'from' | 'to'>;

/** Newest traces whose names and questions are read. */
const MOST_NAMES = 10_000;
/** Traces that are found, and calls with the words that are looked at for them. */
const MOST_FOUND = 2_000;
const MOST_CALLS = 4_000;
/** Newest traces of a day without an index whose texts are read. */
const MOST_READ = 200;
/** After that no further day is begun. */
const LONGEST_MS = 100;

export async function tracesWithWords(sql: Sql, asked: Asked, words: string): Promise<TracesWithWords> {
  const [named, spoken] = await Promise.all([inNames(sql, asked, words), inCalls(sql, asked, words)]);
  return { ids: [...new Set([...named.ids, ...spoken.ids])], complete: named.complete && spoken.complete };
}

async function inCalls(sql: Sql, asked: Asked, words: string): Promise<TracesWithWords> {
  const ids = new Set<string>();
  let complete = true;
  const end = performance.now() + LONGEST_MS;
  for (const day of await wordDays(sql, asked)) {
    if (ids.size >= MOST_FOUND || performance.now() > end) return { ids: [...ids], complete: false };
    const found = await ofDay(sql, { ...asked, words, ...day });
    complete &&= found.complete;
    for (const id of found.ids) ids.add(id);
  }
  return { ids: [...ids], complete };
}

/** By the names alone: of all traces, however many, only the newest. */
async function inNames(sql: Sql, asked: Asked, words: string): Promise<TracesWithWords> {
  const pattern = `%${words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const [row] = await sql<{ ids: string[]; read: number }[]>`
    with newest as materialized (
      select t.trace_id, t.name, t.asked from traces t where t.project_id = ${asked.projectId} ${inRange(sql, asked)}
      order by t.started_at desc, t.trace_id desc limit ${MOST_NAMES}
    )
    select (select count(*)::int from newest) as read,
      array(select encode(trace_id, 'hex') from newest where name ilike ${pattern} or asked ilike ${pattern} limit ${MOST_FOUND}) as ids`;
  return { ids: row!.ids, complete: row!.read < MOST_NAMES };
}

interface Day extends Asked {
  words: string;
  day: string;
  isIndexed: boolean;
}

async function ofDay(sql: Sql, { projectId, words, day, isIndexed, ...range }: Day): Promise<TracesWithWords> {
  const newest = sql`select t.trace_id from traces t where t.project_id = ${projectId} and t.day = ${day} ${inRange(sql, range)}
    order by t.started_at desc limit ${MOST_READ}`;
  const isOfRange =
    range.from || range.to
      ? sql`and exists (select from traces t where t.project_id = ${projectId} and t.trace_id = x.trace_id ${inRange(sql, range)})`
      : sql``;
  const contains = sql`x.project_id = ${projectId} and x.day = ${day} and ${containsWords(sql, words)}`;
  const calls = isIndexed
    ? sql`select x.trace_id from tool_call_texts x where ${contains} ${isOfRange} limit ${MOST_CALLS}`
    : sql`select x.trace_id from (${newest}) t join tool_call_texts x on x.trace_id = t.trace_id where ${contains} limit ${MOST_CALLS}`;
  const read = isIndexed ? sql`0` : sql`(select count(*) from (${newest}) t)`;
  const [row] = await sql<{ ids: string[]; cut: boolean }[]>`
    with calls as materialized (${calls})
    select array(select distinct encode(trace_id, 'hex') from calls) as ids,
      (select count(*) from calls) >= ${MOST_CALLS} or ${read} >= ${MOST_READ} as cut`;
  return { ids: row!.ids, complete: !row!.cut };
}
