/** Conditions on traces → SQL, for every list that filters traces. The filter language that makes them is apps/web/src/lib/trace-filter.ts. */
import type { Fragment } from 'postgres';
import type { Sql } from '../connect.ts';
import { containsWords } from './search-thoughts.ts';

type Comparison = '>' | '>=' | '<' | '<=' | '=';
/** Of a trace: who ran it, with what, where; of its calls: what was called, how it thought. */
type TextField = 'tool' | 'model' | 'agent' | 'session' | 'user' | 'env' | 'tag' | 'effort';
/**
 * `hidden` is a share of the cost from 0 to 1, `thinking` tokens, `cost` US dollars, `duration` seconds. Unknown matches no comparison.
 */
export type TraceCondition = { negated: boolean } & (
  | { field: TextField | 'status' | 'state' | 'has' | 'text'; value: string }
  | { field: 'hidden' | 'thinking' | 'cost' | 'steps' | 'duration'; comparison: Comparison; value: number }
);

/** Total of a row of `traces t`, nano-dollars. */
export const totalCost = (sql: Sql): Fragment =>
  sql`(t.input_cost + t.answer_cost + t.readable_cost + t.summary_cost + t.no_text_cost)`;

/** Share of hidden thinking in the cost of `traces t`; null without a cost. */
export const hiddenShare = (sql: Sql): Fragment =>
  sql`((t.summary_cost + t.no_text_cost)::float8 / nullif(${totalCost(sql)}, 0))`;

/** How long `traces t` took. */
export const traceSeconds = (sql: Sql): Fragment => sql`extract(epoch from t.ended_at - t.started_at)::float8`;

interface Conditions {
  projectId: string;
  conditions: readonly TraceCondition[];
}

/** ` and …` for each condition, about `traces t`. */
export function andConditions(sql: Sql, { projectId, conditions }: Conditions): Fragment {
  return conditions.reduce(
    (all, condition) => {
      const one = conditionSql(sql, condition, projectId);
      return condition.negated ? sql`${all} and not coalesce(${one}, false)` : sql`${all} and ${one}`;
    },
    sql``,
  );
}

function conditionSql(sql: Sql, condition: TraceCondition, projectId: string): Fragment {
  switch (condition.field) {
    case 'hidden':
      return compare(sql, hiddenShare(sql), condition);
    case 'thinking':
      return sql`(t.generations_reporting > 0 and ${compare(sql, sql`t.reasoning_tokens::float8`, condition)})`;
    case 'cost':
      return sql`(t.generations_unpriced < t.generation_count and ${compare(sql, sql`${totalCost(sql)} / 1e9`, condition)})`;
    case 'steps':
      return compare(sql, sql`t.step_count::float8`, condition);
    case 'duration':
      return compare(sql, traceSeconds(sql), condition);
    case 'model':
      // A dated snapshot is the model that was asked for.
      return sql`exists (select from unnest(t.models) model where model = ${condition.value} or starts_with(model, ${`${condition.value}-20`}))`;
    case 'session':
      return sql`t.session_id = ${condition.value}`;
    case 'user':
      return sql`t.user_id = ${condition.value}`;
    case 'env':
      return sql`t.environment = ${condition.value}`;
    case 'agent':
      return anySpan(sql, projectId, sql`s.agent_name = ${condition.value}`);
    case 'effort':
      return anySpan(sql, projectId, sql`s.reasoning_effort = ${condition.value}`);
    case 'tag':
      return sql`${condition.value} = any (t.tags)`;
    case 'status':
      return condition.value === 'error' ? sql`t.error_count > 0` : sql`t.error_count = 0`;
    case 'tool':
      return anyCall(sql, projectId, sql`c.tool_name = ${condition.value} and c.type not in ('answer', 'trailing')`);
    case 'state':
      return anyCall(sql, projectId, sql`c.described_by = 'generation' and c.thinking_state = ${condition.value}`);
    case 'has':
      return hasSql(sql, condition.value, projectId);
    case 'text':
      return textSql(sql, condition.value, projectId);
  }
}

function compare(sql: Sql, left: Fragment, { comparison, value }: { comparison: Comparison; value: number }): Fragment {
  switch (comparison) {
    case '>':
      return sql`(${left} > ${value}::float8)`;
    case '>=':
      return sql`(${left} >= ${value}::float8)`;
    case '<':
      return sql`(${left} < ${value}::float8)`;
    case '<=':
      return sql`(${left} <= ${value}::float8)`;
    case '=':
      return sql`(${left} = ${value}::float8)`;
  }
}

function hasSql(sql: Sql, what: string, projectId: string): Fragment {
  if (what === 'preamble') return anyCall(sql, projectId, sql`c.preamble_preview is not null`);
  if (what === 'thought') return anyCall(sql, projectId, sql`c.thought_count > 0`);
  return sql`t.error_count > 0`;
}

/**
 * A call of the trace; its rows are in the partition of the trace's day. The project is named once more: the planner may ask for all such calls
 * once instead of once a trace, and then has nothing else to find the project by.
 */
function anyCall(sql: Sql, projectId: string, where: Fragment): Fragment {
  return sql`exists (select from tool_calls c
    where c.project_id = ${projectId} and c.day = t.day and c.trace_id = t.trace_id and ${where})`;
}

/** A span of the trace, by the same way. */
function anySpan(sql: Sql, projectId: string, where: Fragment): Fragment {
  return sql`exists (select from spans s
    where s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id and ${where})`;
}

/** Candidates first: the few traces that contain the words, not a look into each trace that does not. */
function textSql(sql: Sql, text: string, projectId: string): Fragment {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql`(t.trace_id in (
    select named.trace_id from traces named
    where named.project_id = ${projectId} and (named.name ilike ${pattern} or named.asked ilike ${pattern})
    union all
    select x.trace_id from tool_call_texts x where x.project_id = ${projectId} and ${containsWords(sql, text)}))`;
}
