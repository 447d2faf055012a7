/**
 * Finds turns that contain some words or whose user does, and all turns of sessions whose id contains them. Bounded,
 * and the result says when it was cut: parts of names are searched among the newest turns, and a session whose full id
 * is given is found at any age.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { containing } from '../../postgres/like-pattern.ts';
import { narrowed, withWords } from '../traces/trace-candidates.ts';
import { inRange, traceFilter, type TraceFilter } from '../traces/trace-list-row.ts';
import { tracesWithWords, type TracesWithWords } from '../traces/trace-words.ts';

/** Maximum number of newest turns whose sessions and users are read. */
const MAX_NAMES = 5_000;
/** Maximum number of turns of the matching sessions. */
const MAX_TURNS = 5_000;
/** Share of the time for words: the sums of the sessions that are found take longer than a page of traces. */
const TIME_SHARE = 0.8;

type WordScope = Parameters<typeof tracesWithWords>[1];

/**
 * Returns the condition for `traces t` that match a filter. `wordsCut`: only the newest of them were searched for its
 * words.
 */
export async function turnsThatFit(sql: Sql, given: TraceFilter): Promise<{ fits: Fragment; wordsCut: boolean }> {
  const { filter, wordsCut } = await withWords(sql, given, turnsWithWords);
  return { fits: sql`${traceFilter(sql, await narrowed(sql, filter))} and t.session_id is not null`, wordsCut };
}

async function turnsWithWords(sql: Sql, scope: WordScope, words: string): Promise<TracesWithWords> {
  const longestMs = TIME_SHARE * scope.longestMs;
  const [spoken, named] = await Promise.all([
    tracesWithWords(sql, { ...scope, longestMs }, words),
    turnsOfNamed(sql, scope, words),
  ]);
  return { ids: [...new Set([...spoken.ids, ...named.ids])], complete: spoken.complete && named.complete };
}

async function turnsOfNamed(sql: Sql, scope: WordScope, words: string): Promise<TracesWithWords> {
  const pattern = containing(words);
  const [row] = await sql<{ ids: string[]; read: number; turns: number }[]>`
    with newest as materialized (
      select t.trace_id, t.session_id, t.user_id from traces t
      where t.project_id = ${scope.projectId} and t.session_id is not null ${inRange(sql, scope)}
      order by t.started_at desc, t.trace_id desc limit ${MAX_NAMES}
    ), named as materialized (
      select session_id from newest where session_id ilike ${pattern} union select ${words}
    ), turns as materialized (
      select t.trace_id from traces t where t.project_id = ${scope.projectId} and t.session_id in (select session_id from named)
        ${inRange(sql, scope)} limit ${MAX_TURNS + 1}
    )
    select (select count(*)::int from newest) as read, (select count(*)::int from turns) as turns, array(
      select encode(trace_id, 'hex') from turns
      union select encode(trace_id, 'hex') from newest where user_id ilike ${pattern}
    ) as ids`;
  return { ids: row!.ids, complete: row!.read < MAX_NAMES && row!.turns <= MAX_TURNS };
}
