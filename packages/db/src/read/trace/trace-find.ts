/** Finds the calls of one trace that contain the words, in the kinds of text that the reader may see. */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { containing } from '../../postgres/like-pattern.ts';
import type { CallKey, TraceKey } from '../../rows/row-keys.ts';
import { packedContaining } from '../search/packed-containing.ts';
import { searchable, withoutHeld } from '../search/search-fields.ts';

/** Kinds of text of a trace. The text of answers is stored in the column of arguments, but counts as `said`. */
export interface ShownTexts {
  thoughts: boolean;
  said: boolean;
  arguments: boolean;
  results: boolean;
}

const ALL: ShownTexts = { thoughts: true, said: true, arguments: true, results: true };

interface Find {
  words: string;
  limit: number;
  /** All kinds when absent. */
  among?: ShownTexts;
}

export async function traceFind(sql: Sql, trace: TraceKey, { words, limit, among = ALL }: Find): Promise<CallKey[]> {
  const pattern = containing(words);
  const holds = (text: Fragment) => sql`(${searchable(sql, text)}) ilike ${pattern}`;
  const packed = among.results ? await inPackedResults(sql, trace, words) : [];
  const spanIds = packed.map(({ spanId }) => spanId);
  const indexes = packed.map(({ index }) => index);
  return sql<CallKey[]>`
    select encode(c.span_id, 'hex') as "spanId", c.call_index as index
    from traces t
    join tool_calls c on c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id
    left join tool_call_texts x on x.project_id = c.project_id and x.day = c.day and x.trace_id = c.trace_id
      and x.span_id = c.span_id and x.call_index = c.call_index
    where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
      and (c.tool_name ilike ${pattern}
        or (${among.thoughts}::boolean and ${holds(sql`array_to_string(x.thoughts, ' ')`)})
        or (${among.said}::boolean and ${holds(sql`x.preamble`)})
        or (case when c.type in ('answer', 'trailing') then ${among.said}::boolean else ${among.arguments}::boolean end
          and ${holds(sql`x.arguments`)})
        or (${among.results}::boolean and ${holds(sql`x.result`)})
        or (x.result is null and c.result_preview is not null
          and (c.span_id, c.call_index) in (select decode(id, 'hex'), i from unnest(${spanIds}::text[], ${indexes}::int[]) as packed (id, i))))
    order by c.started_at, c.call_index
    limit ${limit}`;
}

function inPackedResults(sql: Sql, { projectId, traceId }: TraceKey, words: string) {
  const sought = words.toLowerCase();
  return packedContaining(sql, {
    projectId,
    traces: sql`select day, trace_id, 1 as place from traces where project_id = ${projectId} and trace_id = decode(${traceId}, 'hex')`,
    fits: (result) => withoutHeld(result).toLowerCase().includes(sought),
    limit: Infinity,
  });
}
