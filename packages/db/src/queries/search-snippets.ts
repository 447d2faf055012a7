/** The texts of some found calls around the words that were looked for; of a text without them its beginning. */
import type { Sql } from '../connect.ts';
import { packedResults } from './call-results.ts';
import {
  fieldColumns,
  givenCalls,
  SEARCH_FIELDS,
  termPattern,
  type FoundCall,
  type SearchField,
} from './search-fields.ts';

export interface CallSnippets extends FoundCall {
  /** What the trace asked, or its name. */
  title: string | null;
  steps: number;
  /** At most 360 characters each, with `…` where they are cut. */
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
  const results = await packedResults(sql, projectId, keys);
  const rows = await sql`
    select encode(t.trace_id, 'hex') as "traceId", given.span_id as "spanId", given.call_index as index, coalesce(t.asked, t.name) as title,
      t.step_count as steps, snippets.texts
    from ${givenCalls(sql, keys, results)}
    join traces t on t.project_id = ${projectId} and t.trace_id = decode(given.trace_id, 'hex')
    join tool_calls c on c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id
      and c.span_id = decode(given.span_id, 'hex') and c.call_index = given.call_index
    left join tool_call_texts x on x.project_id = ${projectId} and x.day = c.day and x.trace_id = c.trace_id
      and x.span_id = c.span_id and x.call_index = c.call_index
    cross join lateral (
      select jsonb_object_agg(field, case when first > 1 then '…' else '' end || substr(whole, first, ${LENGTH}::int)
        || case when length(whole) >= first + ${LENGTH}::int then '…' else '' end) as texts
      from (select ${fieldColumns(sql)}) f,
        lateral (values ('thought', f.thought), ('said', f.said), ('args', f.args), ('result', f.result), ('answer', f.answer)) as v (field, whole),
        lateral (select greatest(1, regexp_instr(whole, ${anyTerm}, 1, 1, 0, 'i') - ${BEFORE}::int) as first) as place
      where whole <> ''
    ) snippets
    order by given.place`;
  return rows.map(({ texts, ...row }) => {
    const known = SEARCH_FIELDS.flatMap((field) => (texts?.[field] ? [[field, fromWord(String(texts[field]))]] : []));
    return { ...row, texts: Object.fromEntries(known) } as CallSnippets;
  });
}

/** A cut within a word moves to the next one, where there is one near. */
const fromWord = (text: string): string => text.replace(/^…\S{0,20}\s+/, '… ').replace(/\s+\S{0,20}…$/, ' …');
