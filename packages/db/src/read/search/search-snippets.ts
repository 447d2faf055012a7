/** The texts of found calls around the searched words. For a text without them, its beginning. */
import type { Sql } from '../../postgres/connect.ts';
import { mapPackedResults } from '../trace/call-results.ts';
import {
  fieldColumns,
  givenCalls,
  SEARCH_FIELDS,
  termExpression,
  termPattern,
  withoutHeld,
  type FoundCall,
  type SearchField,
} from './search-fields.ts';

export interface CallSnippets extends FoundCall {
  /** The first input of the trace, or its name. */
  title: string | null;
  steps: number;
  /** At most 360 characters each, with `…` where they were cut. */
  texts: Partial<Record<SearchField, string>>;
}

const BEFORE = 90;
const LENGTH = 360;

export async function searchSnippets(
  sql: Sql,
  projectId: string,
  { keys, terms }: { keys: readonly FoundCall[]; terms: readonly string[] },
): Promise<CallSnippets[]> {
  const anyTerm = terms.map((term) => `(${termPattern(term)})`).join('|');
  const packed = await mapPackedResults(sql, { projectId, calls: keys, map: around(termExpression(...terms)) });
  const rows = await sql`
    select encode(t.trace_id, 'hex') as "traceId", given.span_id as "spanId", given.call_index as index, given.place::int as place, coalesce(t.asked, t.name) as title,
      t.step_count as steps, snippets.texts
    from ${givenCalls(sql, keys)}
    join traces t on t.project_id = ${projectId} and t.trace_id = decode(given.trace_id, 'hex')
    join tool_calls c on c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id
      and c.span_id = decode(given.span_id, 'hex') and c.call_index = given.call_index
    left join tool_call_texts x on x.project_id = ${projectId} and x.day = c.day and x.trace_id = c.trace_id
      and x.span_id = c.span_id and x.call_index = c.call_index
    cross join lateral (
      select coalesce(jsonb_object_agg(field, case when first > 1 then '…' else '' end || substr(whole, first, ${LENGTH}::int)
        || case when length(whole) >= first + ${LENGTH}::int then '…' else '' end), '{}') as texts
      from (select ${fieldColumns(sql)}) f,
        lateral (values ('thought', f.thought), ('said', f.said), ('args', f.args), ('result', f.result), ('answer', f.answer)) as v (field, whole),
        lateral (select greatest(1, regexp_instr(whole, ${anyTerm}, 1, 1, 0, 'i') - ${BEFORE}::int) as first) as place
      where whole <> ''
    ) snippets
    order by given.place`;
  return rows.map(({ texts, place, ...row }) => {
    const all = { ...texts, result: texts.result ?? packed[place - 1] } as Partial<Record<SearchField, string>>;
    const present = SEARCH_FIELDS.flatMap((field) => (all[field] ? [[field, fromWord(all[field])]] : []));
    return { ...row, texts: Object.fromEntries(present) } as CallSnippets;
  });
}

/** Cuts a text that is in memory in the same way as the statement does. */
const around = (sought: RegExp) => (result: string) => {
  const whole = withoutHeld(result);
  const first = Math.max(0, whole.search(sought) - BEFORE);
  const cut = whole.slice(first, first + LENGTH).toWellFormed();
  return `${first > 0 ? '…' : ''}${cut}${whole.length > first + LENGTH ? '…' : ''}`;
};

/** Moves a cut inside a word to the next word boundary, if there is one nearby. */
const fromWord = (text: string): string => text.replace(/^…\S{0,20}\s+/, '… ').replace(/\s+\S{0,20}…$/, ' …');
