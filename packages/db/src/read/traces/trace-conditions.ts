/**
 * Translates conditions on traces to SQL, for every list that filters traces. apps/web/src/lib/traces/trace-filter.ts parses
 * them.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { containing } from '../../postgres/like-pattern.ts';
import { meansModelSql } from '../../rows/model-names.ts';
import { containsWords } from '../search/search-words.ts';
import { hasFindings } from '../evidence/check-conditions.ts';
import { hasScore, isScore, type ScoreValue } from '../scores/score-conditions.ts';
import { hasTag } from './trace-tags.ts';
import { hasErrors, hiddenShare, hasCost, durationSeconds, totalCost } from '../trace/trace-numbers.ts';

type Comparison = '>' | '>=' | '<' | '<=' | '=';
/** Fields of traces, except for `tool`, which is a field of calls. */
type TextField = 'tool' | 'model' | 'agent' | 'session' | 'user' | 'env' | 'release' | 'service' | 'tag' | 'effort';
/**
 * `hidden` is a share of the cost from 0 to 1, `thinking` tokens, `cost` US dollars, `duration` seconds. A missing
 * value matches no comparison.
 */
export type TraceCondition = { negated: boolean } & (
  | { field: TextField | 'status' | 'state' | 'has' | 'check' | 'text'; value: string }
  | { field: 'metadata'; key: string; value: string }
  | { field: 'score'; name: string; value: ScoreValue | null }
  | { field: 'hidden' | 'thinking' | 'cost' | 'steps' | 'duration'; comparison: Comparison; value: number }
);

interface Conditions {
  projectId: string;
  conditions: readonly TraceCondition[];
}

/** True when a condition needs the calls of a trace. */
export const asksCalls = (conditions: readonly TraceCondition[]): boolean =>
  conditions.some(
    ({ field, value }) =>
      field === 'tool' || field === 'state' || (field === 'has' && (value === 'preamble' || value === 'thought')),
  );

/** True when a condition needs the scores of a trace, or what the checks found in it. */
export const asksScores = (conditions: readonly TraceCondition[]): boolean =>
  conditions.some(
    ({ field, value }) => field === 'score' || field === 'check' || (field === 'has' && value === 'score'),
  );

/** ` and …` for each condition, on `traces t`. */
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
      return sql`(${hasCost(sql)} and ${compare(sql, sql`${totalCost(sql)} / 1e9`, condition)})`;
    case 'steps':
      return compare(sql, sql`t.step_count::float8`, condition);
    case 'duration':
      return compare(sql, durationSeconds(sql), condition);
    case 'model':
      return sql`exists (select from unnest(t.models) as used where ${meansModelSql(sql, sql`used`, sql`${condition.value}::text`)})`;
    case 'session':
      return sql`t.session_id = ${condition.value}`;
    case 'user':
      return sql`t.user_id = ${condition.value}`;
    case 'env':
      return sql`t.environment = ${condition.value}`;
    case 'release':
      return sql`t.release = ${condition.value}`;
    case 'service':
      return sql`t.service = ${condition.value}`;
    case 'metadata':
      return metadataIs(sql, condition);
    case 'score':
      return hasScore(sql, projectId, isScore(sql, condition));
    case 'agent':
      return sql`t.agents @> ${[condition.value]}::text[]`;
    case 'effort':
      return sql`t.efforts @> ${[condition.value]}::text[]`;
    case 'tag':
      return hasTag(sql, condition.value);
    case 'status':
      return condition.value === 'error' ? hasErrors(sql) : sql`t.error_count = 0`;
    case 'tool':
      return anyCall(sql, projectId, sql`c.tool_name = ${condition.value} and c.type not in ('answer', 'trailing')`);
    case 'state':
      return anyCall(sql, projectId, sql`c.described_by = 'generation' and c.thinking_state = ${condition.value}`);
    case 'check':
      return hasFindings(sql, projectId, condition.value);
    case 'has':
      return hasSql(sql, condition.value, projectId);
    case 'text':
      return textSql(sql, condition.value, projectId);
  }
}

/** With the condition of the index `traces_metadata_idx`, which has only traces with metadata. */
export const metadataIs = (sql: Sql, { key, value }: { key: string; value: string }): Fragment =>
  sql`(t.metadata <> '{}' and t.metadata @> jsonb_build_object(${key}::text, ${value}::text))`;

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
  if (what === 'bookmark') return sql`t.bookmarked`;
  if (what === 'score') return hasScore(sql, projectId, sql`true`);
  if (what === 'thought') return anyCall(sql, projectId, sql`c.thought_count > 0`);
  return hasErrors(sql);
}

/**
 * Condition: the trace has such a call. Its rows are in the partition of the trace's day. The `offset` forces a lookup
 * per trace, and callers bound the number of traces. Otherwise the planner may scan all such calls.
 */
function anyCall(sql: Sql, projectId: string, where: Fragment): Fragment {
  return sql`exists (select from tool_calls c
    where c.project_id = ${projectId} and c.day = t.day and c.trace_id = t.trace_id and ${where} offset 0)`;
}

/** Looks into the texts of each trace, so it is only for few traces. Among many, trace-words.ts finds them. */
function textSql(sql: Sql, text: string, projectId: string): Fragment {
  const pattern = containing(text);
  return sql`(t.name ilike ${pattern} or t.asked ilike ${pattern} or exists (
    select from tool_call_texts x
    where x.project_id = ${projectId} and x.day = t.day and x.trace_id = t.trace_id and ${containsWords(sql, text)}))`;
}
