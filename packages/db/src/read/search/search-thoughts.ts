/**
 * Finds calls whose thoughts, preamble or arguments contain some words: newest days first, using the index of each day
 * (search-index.ts). Bounded in calls, in calls per trace and in time. The result says when there may be more.
 */
import type { Sql } from '../../postgres/connect.ts';
import type { CallKey } from '../../rows/row-keys.ts';
import { callsOfDay, type WordSearch } from './search-calls.ts';
import { ALWAYS_SEARCHED, wordDays, type SearchDay } from './search-days.ts';

export interface ThoughtSearch extends WordSearch {
  limit: number;
  /** After this time no further day is searched. */
  longestMs?: number;
  /** The user asked for a deeper search and waits for it: on days without an index many more traces are read. */
  far?: boolean;
}

export interface FoundThought extends CallKey {
  /** 32 hex digits. */
  traceId: string;
  tool: string;
  state: string;
  startedAt: Date;
  thought: string | null;
  preamble: string | null;
}

export interface FoundThoughts {
  /** Newest day first, and newest first within a day. */
  found: FoundThought[];
  /** False when there may be more. */
  complete: boolean;
  /**
   * Set for a day without an index of which not all traces were read: start of the oldest one. The longest traces may
   * be missing.
   */
  readSince: Date | null;
}

const OF_A_DAY = { mostCalls: 2_000, mostTraces: 400, mostSpans: 4_000 };
/** Prevents one trace with ten thousand steps from filling the whole result. */
const MAX_OF_A_TRACE = 25;
const LONGEST_MS = 200;
/** Takes some seconds. */
const FAR_OF_A_DAY = { mostCalls: 20_000, mostTraces: 20_000, mostSpans: 200_000 };
const FAR_LONGEST_MS = 2_000;

export async function searchThoughts(sql: Sql, search: ThoughtSearch): Promise<FoundThoughts> {
  const { days, complete } = await wordDays(sql, search);
  const result: FoundThoughts = { found: [], complete, readSince: null };
  const end = performance.now() + (search.longestMs ?? (search.far ? FAR_LONGEST_MS : LONGEST_MS));
  for (const [index, day] of days.entries()) {
    const left = search.limit - result.found.length;
    if (left <= 0 || (index >= ALWAYS_SEARCHED && performance.now() > end)) return { ...result, complete: false };
    const rows = await ofDay(sql, { ...search, ...day, limit: left + 1 });
    const found = rows.filter((row) => row.traceId !== null);
    if (rows[0]?.cut && rows[0].since) result.readSince = rows[0].since;
    if (rows[0]?.cut || found.length > left) result.complete = false;
    for (const { cut: _cut, since: _since, ...row } of found.slice(0, left)) result.found.push(row);
  }
  return result;
}

async function ofDay(sql: Sql, search: ThoughtSearch & SearchDay) {
  const { projectId, day, limit } = search;
  const { tables, isCut, since } = callsOfDay(sql, search, search.far ? FAR_OF_A_DAY : OF_A_DAY);
  return sql<(FoundThought & { cut: boolean; since: Date | null })[]>`
    with ${tables}, placed as (
      select matched.*, row_number() over (partition by trace_id order by span_id, call_index) as place from matched
    )
    select encode(c.trace_id, 'hex') as "traceId", encode(c.span_id, 'hex') as "spanId", c.call_index as index, c.tool_name as tool,
      c.thinking_state as state, c.started_at as "startedAt", c.thought_preview as thought, c.preamble_preview as preamble, counted.*
    from (select ${isCut} or exists (select from placed where place > ${MAX_OF_A_TRACE}) as cut, ${since} as since) counted
    left join (placed m join tool_calls c on c.project_id = ${projectId} and c.day = ${day} and c.trace_id = m.trace_id
      and c.span_id = m.span_id and c.call_index = m.call_index and m.place <= ${MAX_OF_A_TRACE}) on true
    order by c.started_at desc nulls last, c.trace_id, c.span_id, c.call_index limit ${limit}`;
}
