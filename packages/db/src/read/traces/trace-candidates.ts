/**
 * Narrows a filter down to a few traces by its rarest condition: a session, a user, a tool, a large cost, a short
 * range. Each condition is tried with its index, and only far enough to see that it is not rare. The result contains
 * all matching traces, and others.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { meansModelSql } from '../../rows/model-names.ts';
import { tracesWithFindings } from '../evidence/check-conditions.ts';
import { tracesWithScore } from '../scores/score-conditions.ts';
import { metadataIs, type TraceCondition } from './trace-conditions.ts';
import { inRange, type TraceFilter } from './trace-list-row.ts';
import { hasErrors } from '../trace/trace-numbers.ts';
import { hasTag } from './trace-tags.ts';
import { sortKey } from './trace-orders.ts';
import { tracesWithWords } from './trace-words.ts';

/** Maximum number of traces that are then checked one by one, by their keys. */
const MAX_TRACES = 5_000;
/**
 * A condition with more rows than this by the planner's estimate is not rare. Trying its index would collect all rows
 * before it returned the first.
 */
const CERTAINLY_MANY = 20 * MAX_TRACES;
/** Maximum number of calls with a tool or a state that are searched for traces. */
const MAX_CALLS = 10_000;

/** For all words of a filter together. Half of what a search may take, because the last statement may begin just before. */
const LONGEST_MS = 250;

/** Replaces conditions on words by the traces that `find` returns for them. */
export async function withWords<Filter extends TraceFilter>(
  sql: Sql,
  filter: Filter,
  find = tracesWithWords,
): Promise<{ filter: Filter; wordsCut: boolean }> {
  const isWords = (one: TraceCondition): one is TraceCondition & { field: 'text' } => one.field === 'text';
  let { only, never } = filter;
  let wordsCut = false;
  const words = filter.conditions.filter(isWords);
  for (const { value, negated } of words) {
    const { ids, complete } = await find(sql, { ...filter, longestMs: LONGEST_MS / words.length }, value);
    const found = new Set(ids);
    if (negated) never = [...(never ?? []), ...ids];
    else only = only ? only.filter((id) => found.has(id)) : ids;
    wordsCut ||= !complete;
  }
  const conditions = filter.conditions.filter((one) => !isWords(one));
  return { filter: { ...filter, conditions, ...(only && { only }), ...(never && { never }) }, wordsCut };
}

/** An index scan that is given up after `most` rows. */
interface Probe {
  traceIds: Fragment;
  most: number;
}

/** Sets `only` when the filter has a rare condition. */
export async function narrowed<Filter extends TraceFilter>(
  sql: Sql,
  filter: Filter,
  certainlyMany = CERTAINLY_MANY,
): Promise<Filter> {
  if (filter.only) return filter;
  for (const { traceIds, most } of await probesOf(sql, filter, certainlyMany)) {
    const [row] = await sql<{ ids: string[] | null }[]>`
      with rare as materialized (${traceIds} limit ${most + 1})
      select array(select distinct encode(trace_id, 'hex') from rare) as ids where (select count(*) from rare) <= ${most}`;
    if (row?.ids && row.ids.length <= MAX_TRACES) return { ...filter, only: row.ids };
  }
  return filter;
}

async function probesOf(sql: Sql, filter: TraceFilter, certainlyMany: number): Promise<Probe[]> {
  const { projectId } = filter;
  const positive = filter.conditions.filter(({ negated }) => !negated);
  const models = await modelsNamed(
    sql,
    projectId,
    positive.flatMap((one) => (one.field === 'model' ? one.value : [])),
  );
  const values = positive.flatMap((one) => valueIs(sql, one, models) ?? []);
  const named = byValues(sql, projectId, values);
  const traceIds = [
    ...(named && (await expectedRows(sql, named.all)) <= certainlyMany ? [named.traceIds] : []),
    ...positive.flatMap((one) => byNumber(sql, projectId, one) ?? []),
    ...(positive.some(isBookmark) ? [bookmarked(sql, projectId)] : []),
    ...positive.flatMap((one) => (one.field === 'score' ? [tracesWithScore(sql, projectId, one)] : [])),
    ...positive.flatMap((one) => (one.field === 'check' ? [tracesWithFindings(sql, projectId, one.value)] : [])),
    ...(filter.from || filter.to ? [byTime(sql, filter)] : []),
  ];
  const calls = positive.flatMap((one) => byCall(sql, projectId, one) ?? []);
  return [
    ...traceIds.map((one) => ({ traceIds: one, most: MAX_TRACES })),
    ...calls.map((one) => ({ traceIds: one, most: MAX_CALLS })),
  ];
}

const isBookmark = (condition: TraceCondition): boolean => condition.field === 'has' && condition.value === 'bookmark';

const bookmarked = (sql: Sql, projectId: string): Fragment =>
  sql`select t.trace_id from traces t where t.project_id = ${projectId} and t.bookmarked
    order by t.started_at desc, t.trace_id desc`;

const byTime = (sql: Sql, filter: TraceFilter): Fragment =>
  sql`select t.trace_id from traces t where t.project_id = ${filter.projectId} ${inRange(sql, filter)}
    order by t.started_at desc, t.trace_id desc`;

/** Conditions on columns of `traces_values_idx`, and of the indexes of sessions and metadata. */
function valueIs(sql: Sql, condition: TraceCondition, models: ModelNames): Fragment | undefined {
  switch (condition.field) {
    case 'session':
      return sql`and t.session_id = ${condition.value}`;
    case 'user':
      return sql`and t.user_id = ${condition.value}`;
    case 'env':
      return sql`and t.environment = ${condition.value}`;
    case 'release':
      return sql`and t.release = ${condition.value}`;
    case 'service':
      return sql`and t.service = ${condition.value}`;
    case 'metadata':
      return sql`and ${metadataIs(sql, condition)}`;
    case 'tag':
      return sql`and ${hasTag(sql, condition.value)}`;
    case 'agent':
      return sql`and t.agents @> ${[condition.value]}::text[]`;
    case 'effort':
      return sql`and t.efforts @> ${[condition.value]}::text[]`;
    case 'model':
      return sql`and t.models && ${models.get(condition.value) ?? []}::text[]`;
    default:
      return undefined;
  }
}

/** A requested model → itself and its dated snapshots. The rollups contain all of a project's models. */
type ModelNames = ReadonlyMap<string, readonly string[]>;

/** A separate query, because the planner cannot estimate what a subquery would return. */
async function modelsNamed(sql: Sql, projectId: string, names: readonly string[]): Promise<ModelNames> {
  if (names.length === 0) return new Map();
  const rows = await sql<{ asked: string; models: string[] }[]>`
    select asked, array_agg(distinct model) as models from unnest(${[...names]}::text[]) as asked
    join model_rollups on project_id = ${projectId} and ${meansModelSql(sql, sql`model`, sql`asked`)}
    group by asked`;
  return new Map(rows.map(({ asked: name, models }) => [name, models]));
}

/**
 * `traceIds` is wrapped so that the planner does not see the limit. Otherwise it would expect to find enough rows early
 * in a scan of all traces.
 */
function byValues(sql: Sql, projectId: string, values: readonly Fragment[]) {
  if (values.length === 0) return undefined;
  const where = values.reduce((before, value) => sql`${before} ${value}`, sql``);
  const all = sql`select t.trace_id from traces t where t.project_id = ${projectId} ${where}`;
  return { all, traceIds: sql`with every as materialized (${all}) select trace_id from every` };
}

/** The planner's estimate; no row is read. 0 when the plan has none, as on a distributed database. */
async function expectedRows(sql: Sql, query: Fragment): Promise<number> {
  const [row] = await sql<{ 'QUERY PLAN': { Plan?: { 'Plan Rows'?: number } }[] }[]>`explain (format json) ${query}`;
  return row?.['QUERY PLAN'][0]?.Plan?.['Plan Rows'] ?? 0;
}

/**
 * Numeric conditions, by the index that orders them. The bounds are a little wide when the condition uses another unit
 * than the index.
 */
function byNumber(sql: Sql, projectId: string, condition: TraceCondition): Fragment | undefined {
  const ordered = (field: 'cost' | 'hidden' | 'thinking' | 'steps' | 'duration' | 'errors', holds: Fragment) =>
    sql`select t.trace_id from traces t where t.project_id = ${projectId} and ${holds}
      order by ${sortKey(sql, field)} desc, t.trace_id desc`;
  if (isErrors(condition)) return ordered('errors', hasErrors(sql));
  if (!('comparison' in condition)) return undefined;
  const { field, comparison, value } = condition;
  const key = sortKey(sql, field);
  const isExact = field === 'hidden' || field === 'duration';
  const whole = (number: number) =>
    BigInt(Math.round(Math.min(Math.max(number, -1), 2e9) * (field === 'cost' ? 1e9 : 1)));
  const least = isExact ? sql`${value}::float8` : sql`${String(whole(value) - 1n)}::text::bigint`;
  const most = isExact ? sql`${value}::float8` : sql`${String(whole(value) + 1n)}::text::bigint`;
  if (comparison === '=') return ordered(field, sql`${key} >= ${least} and ${key} <= ${most}`);
  if (comparison === '<' || comparison === '<=') return ordered(field, sql`${key} >= 0 and ${key} <= ${most}`);
  return ordered(field, sql`${key} >= ${least}`);
}

const isErrors = ({ field, ...condition }: TraceCondition): boolean =>
  'value' in condition && condition.value === 'error' && (field === 'status' || field === 'has');

/** Ordered like the index, so that PostgreSQL uses the index and stops at the limit. */
function byCall(sql: Sql, projectId: string, { field, value }: TraceCondition): Fragment | undefined {
  if (field !== 'tool' && field !== 'state') return undefined;
  const isIt =
    field === 'tool' ? sql`c.tool_name = ${value}` : sql`c.described_by = 'generation' and c.thinking_state = ${value}`;
  return sql`select c.trace_id from tool_calls c where c.project_id = ${projectId} and ${isIt} order by c.trace_id`;
}
