/**
 * Reads results that are packed with the payloads of their spans (packed-results.ts), for callers that know the keys of
 * the calls.
 */
import type { Sql } from '../../postgres/connect.ts';
import { hasSpanOf, RESULTS, resultsOf, type ResultsBlock } from '../../rows/payload-blocks.ts';
import type { CallResult } from '../../rows/payload-bytes.ts';
import type { CallKey, TraceKey } from '../../rows/row-keys.ts';
import { givenCalls, type FoundCall } from '../search/search-fields.ts';

/** Blocks fetched at a time. Only one is unpacked at a time. */
const BLOCKS = 8;

/**
 * Returns the packed result of each call of a project, in the order of `calls`; null when the result is in its row or
 * there is none.
 */
export async function packedResults(
  sql: Sql,
  projectId: string,
  calls: readonly FoundCall[],
): Promise<(string | null)[]> {
  return mapPackedResults(sql, { projectId, calls, map: (result) => result });
}

/** Returns the calls of a trace with their results, from the row or from the packed block. */
export async function withResults<Row extends CallKey & { result: string | null }>(
  sql: Sql,
  { projectId, traceId }: TraceKey,
  rows: readonly Row[],
): Promise<Row[]> {
  const packed = await packedResults(
    sql,
    projectId,
    rows.map(({ spanId, index }) => ({ traceId, spanId, index })),
  );
  return rows.map((row, index) => ({ ...row, result: row.result ?? packed[index]! }));
}

interface PackedQuery<Value> {
  projectId: string;
  calls: readonly FoundCall[];
  /** Maps a result to what is kept of it, so that no other text stays in memory. */
  map: (result: string) => Value;
}

/** Returns `map` of the packed result of each call, in the order of `calls`. */
export async function mapPackedResults<Value>(
  sql: Sql,
  { projectId, calls, map }: PackedQuery<Value>,
): Promise<(Value | null)[]> {
  const packed = await callsWithPacked(sql, projectId, calls);
  if (packed.length === 0) return calls.map(() => null);
  const traceIds = [...new Set(packed.map(({ traceId }) => traceId))];
  const spanIds = [...new Set(packed.map(({ spanId }) => spanId))];
  const blocks = sql<(ResultsBlock & { traceId: string })[]>`
    select encode(p.trace_id, 'hex') as "traceId", array(select encode(id, 'hex') from unnest(p.span_ids) as id) as "spanIds", ${sql.unsafe(RESULTS)} as results
    from unnest(${traceIds}::text[]) as given (trace_id)
    join traces t on t.project_id = ${projectId} and t.trace_id = decode(given.trace_id, 'hex')
    join payloads p on p.project_id = ${projectId} and p.day = t.day and p.trace_id = t.trace_id and p.results is not null
    where ${hasSpanOf(sql, spanIds)}`;
  const wanted = new Set(packed.map(callKey));
  const values = new Map<string, Value>();
  for await (const several of blocks.cursor(BLOCKS)) {
    for (const { traceId, ...block } of several) {
      for (const { text, ...call } of await resultsOf(block)) {
        const key = callKey({ traceId, ...call });
        if (wanted.has(key)) values.set(key, map(text));
      }
    }
  }
  return calls.map((call) => values.get(callKey(call)) ?? null);
}

/** All packed results of the blocks that hold these spans of a trace. Only one block is unpacked at a time. */
export async function* tracePackedResults(
  sql: Sql,
  { projectId, traceId }: TraceKey,
  spanIds: ReadonlySet<string>,
): AsyncGenerator<CallResult & { spanId: string }, void, undefined> {
  const blocks = sql<ResultsBlock[]>`
    select array(select encode(id, 'hex') from unnest(p.span_ids) as id) as "spanIds", ${sql.unsafe(RESULTS)} as results
    from traces t
    join payloads p on p.project_id = t.project_id and p.day = t.day and p.trace_id = t.trace_id and p.results is not null
    where t.project_id = ${projectId} and t.trace_id = decode(${traceId}, 'hex')`;
  for await (const several of blocks.cursor(BLOCKS))
    for (const block of several) if (block.spanIds.some((id) => spanIds.has(id))) yield* await resultsOf(block);
}

/** Calls that have a result, but not in their row. */
const callsWithPacked = (sql: Sql, projectId: string, calls: readonly FoundCall[]) => sql<FoundCall[]>`
  select given.trace_id as "traceId", given.span_id as "spanId", given.call_index as index
  from ${givenCalls(sql, calls)}
  join traces t on t.project_id = ${projectId} and t.trace_id = decode(given.trace_id, 'hex')
  join tool_calls c on c.project_id = ${projectId} and c.day = t.day and c.trace_id = t.trace_id
    and c.span_id = decode(given.span_id, 'hex') and c.call_index = given.call_index and c.result_preview is not null
  left join tool_call_texts x on x.project_id = ${projectId} and x.day = c.day and x.trace_id = c.trace_id
    and x.span_id = c.span_id and x.call_index = c.call_index
  where x.result is null`;

const callKey = ({ traceId, spanId, index }: FoundCall): string => `${traceId}/${spanId}/${index}`;
