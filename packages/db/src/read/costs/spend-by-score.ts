/**
 * Spend by what the scores of one name say of the runs, with those that were not scored. A trace is in one row alone, so
 * the rows add up to the spend of the range: the rollups say how much that is, and what no scored trace spent is the
 * spend of the others. Under a filter of traces, and with more scored traces than can be read, all rows are sums over
 * the newest traces, like every cut of traces.
 */
import type { Fragment, Row } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { COUNT_ROLLUP, IS_OF_MODEL, ROLLUP_KEYS } from '../../rows/recount-statements.ts';
import { ofRollups, type SpendQuery } from './spend-by-cut.ts';
import { andCallConditions, readMeasures, sumOfMeasures, type SpendMeasures } from './spend-measures.ts';
import { lookedAt, newestTraces, type SpendOfTraces, type TracesQuery } from './spend-of-traces.ts';

export interface ScoreCut {
  /** The name of the scores. */
  name: string;
  /** Numbers are good from here on. */
  least: number;
  /** Scored traces whose spend is read from their rows, and those whose calls have to be read. */
  most?: { rows: number; calls: number };
}

/**
 * What the scores of a trace say: `up` (all thumbs), `down` (any), `good` (all numbers are at least `least`), `low`
 * (any is less), `category`, `several` (different categories, or values of different kinds), `other` (categories beyond
 * those with the highest spend), `none` (no score).
 */
export type ScoreOutcome = 'up' | 'down' | 'good' | 'low' | 'category' | 'several' | 'other' | 'none';

/** What the rows of traces do not have. */
type OfCallsAlone = 'errors' | 'taskCalls' | 'readableTokens' | 'summaryTokens' | 'noTextTokens' | 'untoldTokens';
type TraceMeasures = Omit<SpendMeasures, OfCallsAlone>;

export interface SpendOfScore extends TraceMeasures {
  outcome: ScoreOutcome;
  category: string | null;
  /** Traces that began in the range; null: not known. */
  runs: number | null;
}

export interface SpendByScore {
  rows: SpendOfScore[];
  /** The traces that were looked at; null: all of the range. */
  scope: Pick<SpendOfTraces, 'traces' | 'capped'> | null;
}

const MAX_SCORED = { rows: 30_000, calls: 5_000 };
const MAX_CATEGORIES = 20;

/** The outcome of each trace in `scores c`, which is grouped by trace. */
const outcomeOf = (sql: Sql, least: number): Fragment => sql`
  case
    when (count(c.thumbs) > 0)::int + (count(c.number) > 0)::int + (count(*) filter (where c.number is null and c.label is not null) > 0)::int > 1
      then 'several'
    when count(c.thumbs) > 0 then case when bool_and(c.thumbs) then 'up' else 'down' end
    when count(c.number) > 0 then case when min(c.number) >= ${least}::float8 then 'good' else 'low' end
    when count(distinct c.label) = 1 then 'category'
    else 'several'
  end as outcome, case when count(c.thumbs) = 0 and count(c.number) = 0 and count(distinct c.label) = 1 then min(c.label) else '' end as category`;

const scoresNamed = (sql: Sql, projectId: string, name: string): Fragment =>
  sql`c.project_id = ${projectId} and c.name = ${name} and c.removed_at is null and c.name is not null`;

/** The columns of a trace under the names of the rollups. What only the rollups have is 0. */
const TRACE_MEASURES = `
  t.generation_count AS generations, t.error_count * 0 AS errors, t.generations_reporting, t.generations_unpriced, t.runs_counted,
  t.generations_in_runs, 0 AS task_calls, t.input_tokens, t.cache_read_tokens, t.output_tokens, t.reasoning_tokens,
  0 AS readable_tokens, 0 AS summary_tokens, 0 AS no_text_tokens, 0 AS untold_tokens,
  t.input_cost, t.answer_cost, t.untold_cost, t.readable_cost, t.summary_cost, t.no_text_cost`;

const MEASURE_COLUMNS = `generations, errors, generations_reporting, generations_unpriced, runs_counted, generations_in_runs, task_calls,
  input_tokens, cache_read_tokens, output_tokens, reasoning_tokens, readable_tokens, summary_tokens, no_text_tokens, untold_tokens,
  input_cost, answer_cost, untold_cost, readable_cost, summary_cost, no_text_cost`;

/** A sum over no rows is null. */
const SPENT = ['input', 'answer', 'readable', 'summary', 'no_text']
  .map((part) => `coalesce(sum(${part}_cost), 0)`)
  .join(' + ');

export async function spendByScore(
  sql: Sql,
  query: TracesQuery & { range: SpendQuery },
  cut: ScoreCut,
): Promise<SpendByScore> {
  const isOfRange = query.traces.conditions.length === 0;
  return (isOfRange ? await ofRange(sql, query.range, cut) : undefined) ?? (await amongTraces(sql, query, cut));
}

/** The model calls of `counted t`, summed up. */
const callsOf = (sql: Sql, projectId: string, where: Fragment): Fragment => sql`(
  select ${sql.unsafe(COUNT_ROLLUP)} from (
    -- The offset keeps it a look into each of the traces, never a pass over all spans there are.
    select * from spans s where s.project_id = ${projectId} and s.day = t.day and s.trace_id = t.trace_id offset 0
  ) span where ${sql.unsafe(IS_OF_MODEL)} ${where}
)`;

/** Sums `spent`: one row for each trace, with its outcome. Categories beyond the first are one row. */
const summed = (sql: Sql): Fragment => sql`
  placed as (
    select outcome, category, row_number() over (partition by outcome order by ${sql.unsafe(SPENT)} desc, category) as place
    from spent group by outcome, category
  ), summed as (
    select case when place > ${MAX_CATEGORIES} then 'other' else outcome end as outcome,
      case when place > ${MAX_CATEGORIES} then '' else category end as category,
      count(*) filter (where begins) as runs, ${sumOfMeasures(sql)}
    from spent join placed using (outcome, category)
    group by 1, 2
  )`;

async function amongTraces(sql: Sql, { traces, calls }: TracesQuery, { name, least }: ScoreCut): Promise<SpendByScore> {
  const { projectId } = traces;
  const { tables } = await newestTraces(sql, traces);
  const rows = await sql`
    with ${tables}, spent as materialized (
      select coalesce(said.outcome, 'none') as outcome, coalesce(said.category, '') as category, true as begins, span.*
      from counted t
      left join lateral (
        select ${outcomeOf(sql, least)} from scores c
        where ${scoresNamed(sql, projectId, name)} and c.trace_id = t.trace_id group by c.trace_id
      ) said on true
      cross join lateral ${callsOf(sql, projectId, andCallConditions(sql, calls, ROLLUP_KEYS))} span
      where span.generations > 0 or span.runs_counted > 0 or span.task_calls > 0
    ), ${summed(sql)}
    select found.*, summed.* from ${lookedAt(sql)} found left join summed on true`;
  const scope = { traces: Number(rows[0]?.traces ?? 0), capped: rows[0]?.capped === true };
  return { rows: rows.filter(({ outcome }) => outcome !== null).map(readRow), scope };
}

/** undefined: too many traces are scored. */
async function ofRange(
  sql: Sql,
  range: SpendQuery,
  { name, least, most: bounds = MAX_SCORED }: ScoreCut,
): Promise<SpendByScore | undefined> {
  const { projectId, calls } = range;
  const isWhole = calls.length === 0;
  const most = isWhole ? bounds.rows : bounds.calls;
  // The rollups have the hours that begin in the range.
  const [first, end] = [nextHour(range.from), nextHour(range.to)];
  const inHours = sql`and started_at >= ${first} and started_at < ${end}`;
  const ofCalls = callsOf(sql, projectId, sql`${inHours} ${andCallConditions(sql, calls, ROLLUP_KEYS)}`);
  const rows = await sql`
    with scored as materialized (
      select c.trace_id, ${outcomeOf(sql, least)} from scores c where ${scoresNamed(sql, projectId, name)}
      group by c.trace_id limit ${most + 1}
    ), counted as materialized (
      select t.*, scored.outcome, scored.category, t.started_at >= ${first} as begins,
        ${isWhole} and t.started_at >= ${first} and t.ended_at < ${end} as whole
      from scored join traces t on t.project_id = ${projectId} and t.trace_id = scored.trace_id
      where (select count(*) from scored) <= ${most} and t.started_at < ${end} and t.ended_at >= ${first}
    ), spent as materialized (
      select outcome, category, begins, ${sql.unsafe(TRACE_MEASURES)} from counted t where whole
      union all
      select outcome, category, begins, ${sql.unsafe(MEASURE_COLUMNS.replaceAll(/(\w+)/g, 'span.$1'))}
      from counted t cross join lateral ${ofCalls} span
      where not whole and (${isWhole} or span.generations > 0 or span.runs_counted > 0 or span.task_calls > 0)
    ), ${summed(sql)}
    select cut.cut, summed.* from (select count(*) > ${most} as cut from scored) cut left join summed on true`;
  if (rows[0]?.cut === true) return undefined;
  const scored = rows.filter(({ outcome }) => outcome !== null).map(readRow);
  const [all] = await sql`
    select (select count(*) from traces t
        where ${isWhole} and t.project_id = ${projectId} and t.started_at >= ${first} and t.started_at < ${end}) as runs, ${sumOfMeasures(sql)}
    from model_rollups where ${ofRollups(sql, range)}`;
  const rest = without(traceMeasures(all!), scored);
  const runs = isWhole ? Number(all!.runs) - scored.reduce((sum, row) => sum + (row.runs ?? 0), 0) : null;
  const none: SpendOfScore = { outcome: 'none', category: null, runs, ...rest };
  return { rows: [...scored, none], scope: null };
}

const HOUR = 60 * 60 * 1000;

/** The first whole hour that is not before. */
const nextHour = (time: Date): Date => new Date(Math.ceil(time.getTime() / HOUR) * HOUR);

function traceMeasures(row: Row): TraceMeasures {
  const { errors, taskCalls, readableTokens, summaryTokens, noTextTokens, untoldTokens, ...measures } =
    readMeasures(row);
  void [errors, taskCalls, readableTokens, summaryTokens, noTextTokens, untoldTokens];
  return measures;
}

const readRow = (row: Row): SpendOfScore => ({
  outcome: row.outcome as ScoreOutcome,
  category: row.outcome === 'category' ? String(row.category) : null,
  runs: Number(row.runs),
  ...traceMeasures(row),
});

/** The measures of all minus those of the rows. */
function without(all: TraceMeasures, rows: readonly TraceMeasures[]): TraceMeasures {
  const keys = Object.keys(all) as (keyof TraceMeasures)[];
  const rest = keys.map((key) => {
    const value = all[key];
    if (typeof value === 'bigint') return [key, rows.reduce((sum, row) => sum - BigInt(row[key]), value)];
    return [key, rows.reduce((sum, row) => sum - Number(row[key]), value)];
  });
  return Object.fromEntries(rest) as unknown as TraceMeasures;
}
