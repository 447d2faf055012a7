/** Which calls of one trace have a text that contains these words, among the kinds of text that may be looked into. */
import type { Fragment } from 'postgres';
import type { Sql } from '../connect.ts';
import { containing } from '../like-pattern.ts';
import type { CallKey, TraceKey } from '../row-keys.ts';
import { searchable } from './search-fields.ts';

/** Kinds of text of a trace. What answers say stands in the column of arguments, and is said all the same. */
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
  /** Without it all. */
  among?: ShownTexts;
}

export async function traceFind(sql: Sql, trace: TraceKey, { words, limit, among = ALL }: Find): Promise<CallKey[]> {
  const pattern = containing(words);
  const holds = (text: Fragment) => sql`(${searchable(sql, text)}) ilike ${pattern}`;
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
        or (${among.results}::boolean and ${holds(sql`x.result`)}))
    order by c.started_at, c.call_index
    limit ${limit}`;
}
