/**
 * The few traces that a filter can be about at all, found by whatever it asks for that is rare: a session, a user, a tool, a large cost, a short
 * range. Each is asked for by its index, and only so far as it takes to see that it is not rare. Whatever is found holds more than what fits.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../connect.ts';
import type { TraceCondition } from './trace-conditions.ts';
import { inRange, type TraceFilter } from './trace-list-row.ts';
import { errorsKnown } from './trace-numbers.ts';
import { sortKey } from './trace-orders.ts';
import { tracesWithWords } from './trace-words.ts';

/** As many as are looked into one by one, by their keys. */
const MOST = 5_000;
/** Calls with a tool or a state among which so many traces are looked for. */
const MOST_CALLS = 10_000;

/** The filter with the traces that contain its words, by what `find` says of each, in their place. */
export async function withWords<Filter extends TraceFilter>(
  sql: Sql,
  filter: Filter,
  find = tracesWithWords,
): Promise<{ filter: Filter; wordsCut: boolean }> {
  const isWords = (one: TraceCondition): one is TraceCondition & { field: 'text' } => one.field === 'text';
  let { only, never } = filter;
  let wordsCut = false;
  for (const { value, negated } of filter.conditions.filter(isWords)) {
    const { ids, complete } = await find(sql, filter, value);
    const found = new Set(ids);
    if (negated) never = [...(never ?? []), ...ids];
    else only = only ? only.filter((id) => found.has(id)) : ids;
    wordsCut ||= !complete;
  }
  const conditions = filter.conditions.filter((one) => !isWords(one));
  return { filter: { ...filter, conditions, ...(only && { only }), ...(never && { never }) }, wordsCut };
}

/** Rows of an index that are read until it is seen that there are more than that. */
interface Probe {
  traceIds: Fragment;
  most: number;
}

/** The filter with `only`, when what it asks for is rare. */
export async function narrowed<Filter extends TraceFilter>(sql: Sql, filter: Filter): Promise<Filter> {
  if (filter.only) return filter;
  for (const { traceIds, most } of probesOf(sql, filter)) {
    const [row] = await sql<{ ids: string[] | null }[]>`
      with rare as materialized (${traceIds} limit ${most + 1})
      select array(select distinct encode(trace_id, 'hex') from rare) as ids where (select count(*) from rare) <= ${most}`;
    if (row?.ids && row.ids.length <= MOST) return { ...filter, only: row.ids };
  }
  return filter;
}

function probesOf(sql: Sql, filter: TraceFilter): Probe[] {
  const { projectId } = filter;
  const asked = filter.conditions.filter(({ negated }) => !negated);
  const values = asked.flatMap((one) => valueIs(sql, projectId, one) ?? []);
  const traceIds = [
    ...(values.length > 0 ? [byValues(sql, projectId, values)] : []),
    ...asked.flatMap((one) => byNumber(sql, projectId, one) ?? []),
    ...(filter.from || filter.to ? [byTime(sql, filter)] : []),
  ];
  const calls = asked.flatMap((one) => byCall(sql, projectId, one) ?? []);
  return [
    ...traceIds.map((one) => ({ traceIds: one, most: MOST })),
    ...calls.map((one) => ({ traceIds: one, most: MOST_CALLS })),
  ];
}

const byTime = (sql: Sql, filter: TraceFilter): Fragment =>
  sql`select t.trace_id from traces t where t.project_id = ${filter.projectId} ${inRange(sql, filter)}
    order by t.started_at desc, t.trace_id desc`;

/** What `traces_values_idx` and that of sessions have. */
function valueIs(sql: Sql, projectId: string, condition: TraceCondition): Fragment | undefined {
  switch (condition.field) {
    case 'session':
      return sql`and t.session_id = ${condition.value}`;
    case 'user':
      return sql`and t.user_id = ${condition.value}`;
    case 'env':
      return sql`and t.environment = ${condition.value}`;
    case 'tag':
      return sql`and t.tags @> ${[condition.value]}::text[]`;
    case 'agent':
      return sql`and t.agents @> ${[condition.value]}::text[]`;
    case 'effort':
      return sql`and t.efforts @> ${[condition.value]}::text[]`;
    case 'model':
      // The rollups know all models there are, so also the dated snapshots of this one.
      return sql`and t.models && array(select distinct model from model_rollups
        where project_id = ${projectId} and (model = ${condition.value} or starts_with(model, ${`${condition.value}-20`})))`;
    default:
      return undefined;
  }
}

/** Once more apart from the limit, which the planner is not to see: it would hope to meet so many soon on a walk through all traces. */
function byValues(sql: Sql, projectId: string, values: readonly Fragment[]): Fragment {
  const all = values.reduce((before, value) => sql`${before} ${value}`, sql``);
  return sql`with every as materialized (select t.trace_id from traces t where t.project_id = ${projectId} ${all})
    select trace_id from every`;
}

/** Numbers by the index that has them in order. The borders are a little wide where a condition counts in other units than the index. */
function byNumber(sql: Sql, projectId: string, condition: TraceCondition): Fragment | undefined {
  const ordered = (field: 'cost' | 'hidden' | 'thinking' | 'steps' | 'duration' | 'errors', holds: Fragment) =>
    sql`select t.trace_id from traces t where t.project_id = ${projectId} and ${holds}
      order by ${sortKey(sql, field)} desc, t.trace_id desc`;
  if (isErrors(condition)) return ordered('errors', errorsKnown(sql));
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

/** In the order of the index, so that it is the index that is read, and no further than it takes. */
function byCall(sql: Sql, projectId: string, { field, value }: TraceCondition): Fragment | undefined {
  if (field !== 'tool' && field !== 'state') return undefined;
  const isIt =
    field === 'tool' ? sql`c.tool_name = ${value}` : sql`c.described_by = 'generation' and c.thinking_state = ${value}`;
  return sql`select c.trace_id from tool_calls c where c.project_id = ${projectId} and ${isIt} order by c.trace_id`;
}
