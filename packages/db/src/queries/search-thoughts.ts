/** Calls whose thoughts, preamble or arguments contain some words: newest days first, led by the index of each day (search-index.ts). */
import type { Fragment } from 'postgres';
import type { Sql } from '../connect.ts';
import { partitionDays } from '../partitions.ts';
import { CALL_WORDS, daysWithoutIndex } from '../search-index.ts';
import type { CallKey } from '../row-keys.ts';

export interface ThoughtSearch {
  projectId: string;
  /** As typed; found verbatim except for case, each word at the beginning of a word. */
  words: string;
  limit: number;
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
  /** Newest day first, within a day newest first. */
  found: FoundThought[];
  /** False when there may be more, or when a day was too large to look at all of it. */
  complete: boolean;
}

/** Matches of one day that are put in order. More are told by `complete`. */
const MOST_OF_A_DAY = 2_000;
/** Newest traces of a day without an index that are read. */
const MOST_READ = 1_000;

export async function searchThoughts(sql: Sql, search: ThoughtSearch): Promise<FoundThoughts> {
  const days = (await partitionDays(sql)).reverse();
  const unindexed = new Set((await daysWithoutIndex(sql)).map(({ day }) => day));
  const result: FoundThoughts = { found: [], complete: true };
  for (const day of days) {
    const left = search.limit - result.found.length;
    if (left <= 0) return { ...result, complete: false };
    const isIndexed = !unindexed.has(day);
    const rows = await ofDay(sql, search, { day, isIndexed, limit: left + 1 });
    if (rows.some((row) => row.capped)) result.complete = false;
    const found = rows.filter((row) => row.traceId !== null);
    if (found.length > left) result.complete = false;
    for (const { capped: _capped, ...row } of found.slice(0, left)) result.found.push(row);
  }
  return result;
}

/**
 * What is true of a row of `tool_call_texts x` that contains the words. Comparing the text costs a twenty-fifth of splitting it, and comes first.
 * The index is asked for all words, not for one after the other: for that it would have every row split anew, and the comparison says the same.
 */
export function containsWords(sql: Sql, words: string): Fragment {
  const pattern = `%${words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql`concat_ws(' ', array_to_string(x.thoughts, ' '), x.preamble, x.arguments) ilike ${pattern}
    and ${sql.unsafe(CALL_WORDS)} @@ regexp_replace(call_query(${words})::text, '<(-|\\d+)>', '&', 'g')::tsquery`;
}

interface Day {
  day: string;
  isIndexed: boolean;
  limit: number;
}

async function ofDay(sql: Sql, { projectId, words }: ThoughtSearch, { day, isIndexed, limit }: Day) {
  const newest = sql`select day, trace_id from traces where project_id = ${projectId} and day = ${day}
    order by started_at desc limit ${MOST_READ}`;
  const indexed = sql`select x.trace_id, x.span_id, x.call_index from tool_call_texts x
    where x.project_id = ${projectId} and x.day = ${day} and ${containsWords(sql, words)} limit ${MOST_OF_A_DAY}`;
  const read = sql`select x.trace_id, x.span_id, x.call_index from (${newest}) t
    join tool_call_texts x on x.project_id = ${projectId} and x.day = ${day} and x.trace_id = t.trace_id
    where ${containsWords(sql, words)} limit ${MOST_OF_A_DAY}`;
  const isCut = isIndexed
    ? sql`(select count(*) from matched) >= ${MOST_OF_A_DAY}`
    : sql`(select count(*) from (${newest}) t) >= ${MOST_READ}`;
  return sql<(FoundThought & { capped: boolean })[]>`
    with matched as materialized (${isIndexed ? indexed : read})
    select encode(c.trace_id, 'hex') as "traceId", encode(c.span_id, 'hex') as "spanId", c.call_index as index, c.tool_name as tool,
      c.thinking_state as state, c.started_at as "startedAt", c.thought_preview as thought, c.preamble_preview as preamble, cut.capped
    from (select ${isCut} as capped) cut
    left join (matched m join tool_calls c on c.project_id = ${projectId} and c.day = ${day} and c.trace_id = m.trace_id
      and c.span_id = m.span_id and c.call_index = m.call_index) on true
    order by c.started_at desc nulls last, c.trace_id, c.span_id, c.call_index limit ${limit}`;
}
