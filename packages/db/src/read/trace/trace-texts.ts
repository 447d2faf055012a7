/** Streams the full texts of many calls of a trace with a cursor, a few rows at a time, for the export. */
import type { Sql } from '../../postgres/connect.ts';
import type { CallKey, TraceKey } from '../../rows/row-keys.ts';
import type { TraceBlocks } from './trace-blocks.ts';

export interface TraceTexts extends CallKey {
  thoughts: string[];
  preamble: string | null;
  arguments: string | null;
  result: string | null;
}

export interface IndexedTexts extends TraceTexts {
  /** Index of the call in `keys`. */
  place: number;
}

/** Rows in memory at a time, because a text may be as long as the project allows. */
const ROWS = 100;

interface StoredTexts extends IndexedTexts {
  isPacked: boolean;
}

/**
 * Yields in the order of the keys and omits calls that are not stored. The cursor is closed when the caller stops
 * reading.
 */
export async function* streamTexts(
  sql: Sql,
  trace: TraceKey,
  { keys, blocks }: { keys: readonly CallKey[]; blocks: TraceBlocks },
): AsyncGenerator<IndexedTexts[], void, undefined> {
  const rows = sql<StoredTexts[]>`
    select (wanted.place - 1)::int as place, wanted.span_id as "spanId", wanted.call_index as index,
      coalesce(x.thoughts, '{}') as thoughts, x.preamble, x.arguments, x.result,
      x.result is null and c.result_preview is not null as "isPacked"
    from unnest(${keys.map((key) => key.spanId)}::text[], ${keys.map((key) => key.index)}::int[])
      with ordinality as wanted (span_id, call_index, place)
    join traces t on t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
    join tool_calls c on c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id
      and c.span_id = decode(wanted.span_id, 'hex') and c.call_index = wanted.call_index
    left join tool_call_texts x on x.project_id = ${trace.projectId} and x.day = c.day and x.trace_id = c.trace_id
      and x.span_id = c.span_id and x.call_index = c.call_index
    order by wanted.place`;
  for await (const some of rows.cursor(ROWS)) {
    const whole: IndexedTexts[] = [];
    // Sequential, because calls of the same block follow one another.
    for (const { isPacked, ...texts } of some)
      whole.push(isPacked ? { ...texts, result: await blocks.result(texts) } : texts);
    yield whole;
  }
}
