/**
 * The runs of a release, prompt version or effort, each with its own figures: a run is the unit that intervals are
 * computed from. Bounded to the newest runs; the answer says whether there are more.
 */
import type { Fragment, Row } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import { LENGTH_ONLY } from '../trace/compare-calls.ts';
import { durationSeconds, hasCost, totalCost } from '../trace/trace-numbers.ts';
import type { TraceCondition } from '../traces/trace-conditions.ts';
import { inRange, type TraceFilter } from '../traces/trace-list-row.ts';
import { newestThatFit } from '../traces/trace-newest.ts';

export const RELEASE_CUTS = ['release', 'prompt', 'effort'] as const;
export type ReleaseCut = (typeof RELEASE_CUTS)[number];

/** The key of the metadata that has the version of the prompt. */
const PROMPT_VERSION = 'prompt.version';

export interface ReleaseRun {
  /** 32 hex digits. */
  id: string;
  day: string;
  startedAt: Date;
  /** The release, prompt version or effort; null: not reported. */
  key: string | null;
  /** Model calls of the run have different efforts, so that `key` is null. */
  several: boolean;
  service: string | null;
  /** Equal for runs of one service with the same beginning of their input; null: the input is not stored. */
  task: string | null;
  generations: number;
  generationsReporting: number;
  generationsUnpriced: number;
  /** Above 0: usage is of whole runs, which do not report whether thinking has a text. */
  runsCounted: number;
  calls: number;
  errors: number;
  thinkingTokens: number;
  hiddenTokens: number;
  /** Nano-dollars; null: unknown, or only a lower bound is known. */
  cost: number | null;
  /** null: the run has not ended. */
  seconds: number | null;
}

export interface ReleaseRuns {
  /** Newest first. */
  runs: ReleaseRun[];
  /** There are more runs, which were not looked at. */
  capped: boolean;
}

/** One release, prompt version or effort. */
export interface ReleaseSide {
  by: ReleaseCut;
  value: string;
}

/** Runs of a side: of more, further ones would hardly make an interval narrower. */
const MAX_RUNS = 1_000;
/** Runs of all keys together where no index has the runs of a key. */
const MAX_MIXED = 10_000;
const MAX_KEYS = 20;
/** Names of releases that are looked at for the newest: a sender may name one for each of its runs. */
const MAX_NAMES = 2_000;

export async function runsOfSide(
  sql: Sql,
  filter: TraceFilter,
  { by, value, most = MAX_RUNS }: ReleaseSide & { most?: number },
): Promise<ReleaseRuns> {
  const conditions = [...filter.conditions, conditionOf({ by, value })];
  // The filter selects runs in which any call has the effort.
  const alone = by === 'effort' ? sql`where cardinality(t.efforts) = 1` : sql``;
  const { traces, isCut } = await newestThatFit(sql, { ...filter, conditions }, most + 1);
  return readRuns(
    await sql`select ${COLUMNS(sql, by)}, ${isCut} as cut from (${traces}) t ${alone}
      order by t.started_at desc, t.trace_id desc`,
    most,
  );
}

function conditionOf({ by, value }: ReleaseSide): TraceCondition {
  if (by === 'prompt') return { negated: false, field: 'metadata', key: PROMPT_VERSION, value };
  return { negated: false, field: by, value };
}

export interface RunsByCut {
  /** The runs of each key, the key with the newest run first. */
  groups: (ReleaseRuns & { key: string | null; several: boolean })[];
  /** There are older runs, and perhaps keys, that were not looked at. */
  capped: boolean;
}

export interface CutQuery {
  by: ReleaseCut;
  most?: Most;
}

/** Runs of a key, and of all keys where no index has the runs of each. */
interface Most {
  ofKey: number;
  mixed: number;
}

const MOST: Most = { ofKey: MAX_RUNS, mixed: MAX_MIXED };

export async function runsByCut(sql: Sql, filter: TraceFilter, { by, most = MOST }: CutQuery): Promise<RunsByCut> {
  const isPlain = filter.conditions.length === 0 && !filter.only;
  return isPlain && by === 'release' ? byRelease(sql, filter, most) : mixed(sql, filter, { by, most });
}

async function byRelease(sql: Sql, filter: TraceFilter, most: Most): Promise<RunsByCut> {
  const names = await newestReleases(sql, filter);
  const groups: RunsByCut['groups'] = [];
  for (const value of names.slice(0, MAX_KEYS)) {
    const found = await runsOfSide(sql, filter, { by: 'release', value, most: most.ofKey });
    groups.push({ key: value, several: false, ...found });
  }
  const without = await withoutRelease(sql, filter, most);
  if (without.runs.length > 0) groups.push({ key: null, several: false, ...without });
  return { groups, capped: names.length > MAX_KEYS };
}

/** Skips in the index from each release to the next one, so that the number of their runs does not matter. */
async function newestReleases(sql: Sql, filter: TraceFilter): Promise<string[]> {
  const { projectId } = filter;
  const rows = await sql<{ release: string }[]>`
    with recursive names as (
      (select t.release from traces t where t.project_id = ${projectId} and t.release is not null
        order by t.release limit 1)
      union all
      select (select t.release from traces t where t.project_id = ${projectId} and t.release > names.release
        order by t.release limit 1)
      from names where names.release is not null
    ), named as (select release from names where release is not null limit ${MAX_NAMES})
    select named.release, newest.started_at from named cross join lateral (
      select t.started_at from traces t where t.project_id = ${projectId} and t.release = named.release
        ${inRange(sql, filter)} order by t.started_at desc, t.trace_id desc limit 1
    ) newest
    order by newest.started_at desc, named.release desc limit ${MAX_KEYS + 1}`;
  return rows.map(({ release }) => release);
}

async function withoutRelease(sql: Sql, filter: TraceFilter, most: Most): Promise<ReleaseRuns> {
  const order = sql`order by t.started_at desc, t.trace_id desc`;
  const rows = await sql`
    select ${COLUMNS(sql, 'release')}, false as cut from (
      select t.* from traces t where t.project_id = ${filter.projectId} ${inRange(sql, filter)} ${order} limit ${most.mixed}
    ) t where t.release is null ${order} limit ${most.ofKey + 1}`;
  return readRuns(rows, most.ofKey);
}

async function mixed(sql: Sql, filter: TraceFilter, { by, most }: { by: ReleaseCut; most: Most }): Promise<RunsByCut> {
  const { traces, isCut } = await newestThatFit(sql, filter, most.mixed + 1);
  const rows = await sql`select ${COLUMNS(sql, by)}, ${isCut} as cut from (${traces}) t
    order by t.started_at desc, t.trace_id desc`;
  const { runs, capped } = readRuns(rows, most.mixed);
  const groups = [...Map.groupBy(runs, ({ key, several }) => JSON.stringify([key, several])).values()].map((all) => ({
    key: all[0]!.key,
    several: all[0]!.several,
    runs: all.slice(0, most.ofKey),
    capped: capped || all.length > most.ofKey,
  }));
  return { groups: groups.slice(0, MAX_KEYS), capped: capped || groups.length > MAX_KEYS };
}

const keyOf = (sql: Sql, by: ReleaseCut): Fragment => {
  if (by === 'release') return sql`t.release`;
  if (by === 'prompt') return sql`t.metadata ->> ${PROMPT_VERSION}::text`;
  return sql`case when cardinality(t.efforts) = 1 then t.efforts[1] end`;
};

const COLUMNS = (sql: Sql, by: ReleaseCut): Fragment => sql`
  encode(t.trace_id, 'hex') as id, t.day::text as day, t.started_at, ${keyOf(sql, by)} as key,
  ${by === 'effort' ? sql`cardinality(t.efforts) > 1` : sql`false`} as several, t.service,
  case when t.asked !~ ${LENGTH_ONLY} then encode(sha256(convert_to(concat_ws(E'\\x1f', coalesce(t.service, ''), t.asked), 'UTF8')), 'hex') end as task,
  t.generation_count, t.generations_reporting, t.generations_unpriced, t.runs_counted, t.call_count, t.error_count,
  t.reasoning_tokens::float8 as thinking_tokens, t.hidden_reasoning_tokens::float8 as hidden_tokens,
  case when ${hasCost(sql)} and t.generations_unpriced = 0 then ${totalCost(sql)}::float8 end as cost,
  ${durationSeconds(sql)} as seconds`;

const readRuns = (rows: readonly Row[], most: number): ReleaseRuns => ({
  runs: rows.slice(0, most).map(readRun),
  capped: rows.length > most || rows[0]?.cut === true,
});

const readRun = (row: Row): ReleaseRun => ({
  id: row.id,
  day: row.day,
  startedAt: row.started_at,
  key: row.key,
  several: row.several,
  service: row.service,
  task: row.task,
  generations: row.generation_count,
  generationsReporting: row.generations_reporting,
  generationsUnpriced: row.generations_unpriced,
  runsCounted: row.runs_counted,
  calls: row.call_count,
  errors: row.error_count,
  thinkingTokens: row.thinking_tokens,
  hiddenTokens: row.hidden_tokens,
  cost: row.cost,
  seconds: row.seconds,
});
