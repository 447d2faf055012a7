/**
 * What the findings of each check concern: tokens and dollars. One run can have findings of several checks, and they can
 * concern the same tokens, so the rows never add up to a sum, and are not what could have been saved.
 */
import type { Row } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import type { TraceFilter } from '../traces/trace-list-row.ts';
import { lookedAt, newestTraces, type SpendOfTraces } from './spend-of-traces.ts';
import type { SpendRange } from './spend-measures.ts';

export interface SpendOfCheck {
  check: string;
  /** Runs with findings that began in the range. */
  runs: number;
  findings: number;
  certain: number;
  /** Of the findings that have them; null: none has. */
  tokens: bigint | null;
  withoutTokens: number;
  /** Nano-dollars. */
  cost: bigint | null;
  withoutCost: number;
  /** There are more runs, which are older. */
  capped: boolean;
}

export interface SpendByCheck {
  rows: SpendOfCheck[];
  /** The traces that were looked at; null: all of the range. */
  scope: Pick<SpendOfTraces, 'traces' | 'capped'> | null;
}

export interface CheckSpendQuery {
  range: SpendRange;
  /** With conditions: only such traces, the newest of them. */
  traces: TraceFilter;
  checks: readonly string[];
  /** Runs that are read for one check. */
  most?: number;
}

/** The index has all columns, so that it alone is read. */
const MAX_RUNS = 100_000;

const SUMS = `count(*)::int AS runs, sum(findings)::bigint AS findings, sum(certain)::bigint AS certain,
  sum(tokens)::text AS tokens, sum(without_tokens)::bigint AS without_tokens,
  sum(cost)::text AS cost, sum(without_cost)::bigint AS without_cost`;

export const spendByCheck = (sql: Sql, query: CheckSpendQuery): Promise<SpendByCheck> =>
  query.traces.conditions.length === 0 ? ofRange(sql, query) : amongTraces(sql, query);

async function ofRange(sql: Sql, { range, checks, most = MAX_RUNS }: CheckSpendQuery): Promise<SpendByCheck> {
  const { projectId, from, to } = range;
  const rows = await sql`
    select k.check_id, summed.*, summed.runs >= ${most} as capped
    from unnest(${[...checks]}::text[]) as k (check_id) cross join lateral (
      select ${sql.unsafe(SUMS)} from (
        select * from trace_checks c
        where c.project_id = ${projectId} and c.check_id = k.check_id and c.findings > 0
          and c.started_at >= ${from} and c.started_at < ${to}
        order by c.started_at desc, c.trace_id desc limit ${most}
      ) newest
    ) summed where summed.runs > 0`;
  return { rows: rows.map(readRow), scope: null };
}

async function amongTraces(sql: Sql, { traces, checks }: CheckSpendQuery): Promise<SpendByCheck> {
  const { tables } = await newestTraces(sql, traces);
  const rows = await sql`
    with ${tables}, summed as (
      select c.check_id, ${sql.unsafe(SUMS)}
      from counted t cross join lateral (
        select * from trace_checks c
        where c.project_id = ${traces.projectId} and c.trace_id = t.trace_id and c.findings > 0
          and c.check_id = any (${[...checks]}::text[]) offset 0
      ) c group by c.check_id
    )
    select found.traces, found.capped as cut, false as capped, summed.* from ${lookedAt(sql)} found left join summed on true`;
  const scope = { traces: Number(rows[0]?.traces ?? 0), capped: rows[0]?.cut === true };
  return { rows: rows.filter(({ check_id: check }) => check !== null).map(readRow), scope };
}

const bigintOf = (text: unknown): bigint | null => (text === null ? null : BigInt(String(text)));

const readRow = (row: Row): SpendOfCheck => ({
  check: String(row.check_id),
  runs: Number(row.runs),
  findings: Number(row.findings),
  certain: Number(row.certain),
  tokens: bigintOf(row.tokens),
  withoutTokens: Number(row.without_tokens),
  cost: bigintOf(row.cost),
  withoutCost: Number(row.without_cost),
  capped: row.capped === true,
});
