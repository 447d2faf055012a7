/**
 * Narrows calls that contain one word of a search (search-thoughts.ts) down to those that contain all of it in the
 * requested fields and whose trace matches the filter. Keeps the order, and returns no text, only what the next
 * statements need.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { mapPackedResults } from '../trace/call-results.ts';
import {
  fieldColumns,
  givenCalls,
  termExpression,
  termPattern,
  withoutHeld,
  type FoundCall,
  type SearchField,
} from './search-fields.ts';
import { andConditions, type TraceCondition } from '../traces/trace-conditions.ts';
import { traceFilter, type TraceFilter } from '../traces/trace-list-row.ts';

export interface CallSearch extends TraceFilter {
  /** Words and phrases that a call must contain all of, and those that it must contain none of. */
  terms: readonly string[];
  excluded: readonly string[];
  fields: readonly SearchField[];
}

export interface MatchedCall extends FoundCall {
  describedBy: string;
  callId: string | null;
  tool: string;
  model: string | null;
  startedAt: Date;
  matched: SearchField[];
}

export async function refineCalls(sql: Sql, search: CallSearch, keys: readonly FoundCall[]): Promise<MatchedCall[]> {
  const { terms, excluded, fields } = search;
  const holds = fields.includes('result') ? await heldByPacked(sql, search, keys) : [];
  const anyTerm = terms.map((term) => `(${termPattern(term)})`).join('|');
  const isIn = (field: SearchField) =>
    field === 'result'
      ? sql`f.result ~* ${anyTerm} or left(given.holds, ${terms.length}::int) like '%1%'`
      : sql`f.${sql(field)} ~* ${anyTerm}`;
  const matched = fields.map((field) => sql`case when ${isIn(field)} then ${field}::text end`);
  const searched = sql`concat_ws(E'\n', ${joined(
    sql,
    fields.map((field) => sql`f.${sql(field)}`),
  )})`;
  // With one word, the field conditions are enough. Several words may be in different fields.
  const has = (term: string, index: number) =>
    sql`(${searched} ~* ${termPattern(term)} or coalesce(substr(given.holds, ${index + 1}::int, 1) = '1', false))`;
  const all = terms.length > 1 ? terms.map((term, index) => sql`and ${has(term, index)}`) : [];
  const none = excluded.map((term, index) => sql`and not ${has(term, terms.length + index)}`);
  return sql<MatchedCall[]>`
    select encode(c.trace_id, 'hex') as "traceId", encode(c.span_id, 'hex') as "spanId", c.call_index as index,
      c.described_by as "describedBy", c.call_id as "callId", coalesce(nullif(c.tool_name, ''), asked.tool, '') as tool,
      coalesce(s.response_model, s.request_model, asked.model) as model,
      c.started_at as "startedAt", m.matched
    from ${givenCalls(sql, keys, holds)}
    join traces t on t.project_id = ${search.projectId} and t.trace_id = decode(given.trace_id, 'hex')
    join tool_calls c on c.project_id = t.project_id and c.day = t.day and c.trace_id = t.trace_id
      and c.span_id = decode(given.span_id, 'hex') and c.call_index = given.call_index
    left join tool_call_texts x on x.project_id = ${search.projectId} and x.day = c.day and x.trace_id = c.trace_id
      and x.span_id = c.span_id and x.call_index = c.call_index
    left join spans s on s.project_id = ${search.projectId} and s.day = c.day and s.trace_id = c.trace_id and s.span_id = c.span_id
    left join lateral (${askedFor(sql, search.projectId)}) asked on c.described_by <> 'generation'
    cross join lateral (select ${fieldColumns(sql)} offset 0) f
    cross join lateral (select array_remove(array[${joined(sql, matched)}], null) as matched offset 0) m
    where ${callFilter(sql, search)} and cardinality(m.matched) > 0 ${chained(sql, all)} ${chained(sql, none)}
    order by given.place`;
}

/**
 * Returns a string per call: one digit for each term, then one for each excluded term. `1` = its packed result contains
 * the term. So no text is sent back to the database.
 */
function heldByPacked(
  sql: Sql,
  { projectId, terms, excluded }: CallSearch,
  calls: readonly FoundCall[],
): Promise<(string | null)[]> {
  const sought = [...terms, ...excluded].map((term) => termExpression(term));
  const map = (result: string) => {
    const text = withoutHeld(result);
    return sought.map((term) => (term.test(text) ? '1' : '0')).join('');
  };
  return mapPackedResults(sql, { projectId, calls, map });
}

/**
 * Rows of results and executions may lack the tool or the model. The last response that requested the call has them.
 * The condition names the project, because in a lateral join Citus does not infer that it is that of the call.
 */
const askedFor = (sql: Sql, projectId: string): Fragment => sql`
  select g.tool_name as tool, coalesce(gs.response_model, gs.request_model) as model from tool_calls g
  left join spans gs on gs.project_id = ${projectId} and gs.day = g.day and gs.trace_id = g.trace_id and gs.span_id = g.span_id
  where g.project_id = ${projectId} and g.day = c.day and g.trace_id = c.trace_id and g.call_id = c.call_id and g.described_by = 'generation'
  order by g.started_at > c.started_at, g.started_at desc limit 1`;

/** Conditions on tool and state apply to the call itself (or another one of its response), the others to its trace. */
export function callFilter(sql: Sql, filter: TraceFilter): Fragment {
  const { projectId, conditions } = filter;
  const ofCall = conditions.filter(({ field }) => field === 'tool' || field === 'state');
  const ofTrace = conditions.filter((one) => !ofCall.includes(one) && one.field !== 'text');
  const own = ofCall.map((condition) => {
    const holds = callHolds(sql, condition, projectId);
    return condition.negated ? sql`and not ${holds}` : sql`and ${holds}`;
  });
  return sql`${traceFilter(sql, { ...filter, conditions: [] })} ${andConditions(sql, { projectId, conditions: ofTrace })} ${chained(sql, own)}`;
}

function callHolds(sql: Sql, condition: TraceCondition, projectId: string): Fragment {
  if (condition.field === 'state') return sql`c.thinking_state = ${condition.value}`;
  // For rows of executions and results, the condition applies to the response that requested the call.
  const asking = sql`o.span_id = c.span_id or (c.described_by <> 'generation' and o.span_id in (
    select g.span_id from tool_calls g where g.project_id = ${projectId} and g.day = c.day and g.trace_id = c.trace_id
      and g.call_id = c.call_id and g.described_by = 'generation'))`;
  return sql`exists (select from tool_calls o where o.project_id = ${projectId} and o.day = c.day and o.trace_id = c.trace_id
    and o.tool_name = ${String(condition.value)} and o.type not in ('answer', 'trailing') and (${asking}))`;
}

const chained = (sql: Sql, parts: readonly Fragment[]): Fragment =>
  parts.reduce((all, part) => sql`${all} ${part}`, sql``);

const joined = (sql: Sql, parts: readonly Fragment[]): Fragment =>
  parts.reduce((all, part, index) => (index === 0 ? part : sql`${all}, ${part}`), sql``);
