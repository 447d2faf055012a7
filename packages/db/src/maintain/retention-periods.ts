/**
 * Deletes traces that are older than the retention period of their environment. Rollups stay, as in retention.ts, so
 * costs are available longer than the spans they came from.
 *
 * A piece is one transaction (expire-traces.ts), so a killed run goes on where it stopped. Periods are applied once a
 * day, and after one of them was changed.
 */
import type { Sql } from '../postgres/connect.ts';
import { whileAlone } from '../postgres/while-alone.ts';
import { followsPeriod } from '../projects/retention-periods.ts';
import { expireTraces } from './expire-traces.ts';

interface Options {
  /** Traces per transaction. */
  piece?: number;
  signal?: AbortSignal;
}

/** An arbitrary number. Only one process deletes at a time. */
const LOCK = 7803_1126;

interface Due {
  projectId: string;
  /** 'YYYY-MM-DD', in the time zone of the server. */
  today: string;
}

interface Period {
  environment: string;
  /** 'YYYY-MM-DD'. Traces of earlier days are expired; null = none are. */
  firstKept: string | null;
}

/** Resolves to the number of deleted traces; to 0 while another process does this. */
export async function deleteExpiredTraces(sql: Sql, options: Options = {}): Promise<number> {
  // Most of the time there is nothing to do, and no lock is needed to see that.
  if ((await due(sql)).length === 0) return 0;
  return (await whileAlone(sql, LOCK, () => deleteDue(sql, options))) ?? 0;
}

async function deleteDue(sql: Sql, options: Options): Promise<number> {
  let deleted = 0;
  for (const { projectId, today } of await due(sql)) {
    const periods = await periodsOf(sql, projectId);
    for (const period of periods) deleted += await applyPeriod(sql, { projectId, period, periods }, options);
    if (options.signal?.aborted) break;
    await markApplied(sql, { projectId, today, periods });
  }
  return deleted;
}

async function due(sql: Sql): Promise<Due[]> {
  return [
    ...(await sql<Due[]>`
      SELECT DISTINCT project_id AS "projectId", current_date AS today FROM retention_periods
      WHERE keep_days IS NOT NULL AND applied_on IS DISTINCT FROM current_date`),
  ];
}

async function periodsOf(sql: Sql, projectId: string): Promise<Period[]> {
  return [
    ...(await sql<Period[]>`
      SELECT environment, current_date - keep_days AS "firstKept" FROM retention_periods WHERE project_id = ${projectId}
      ORDER BY environment`),
  ];
}

/** A period that was changed meanwhile is not applied yet. */
async function markApplied(sql: Sql, { projectId, today, periods }: Due & { periods: Period[] }): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`SELECT FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`;
    const now = await transaction<Period[]>`
      SELECT environment, ${today}::date - keep_days AS "firstKept" FROM retention_periods
      WHERE project_id = ${projectId} ORDER BY environment`;
    if (JSON.stringify([...now]) !== JSON.stringify(periods)) return;
    await transaction`UPDATE retention_periods SET applied_on = ${today} WHERE project_id = ${projectId}`;
  });
}

interface Scope {
  projectId: string;
  period: Period;
  /** All periods of the project. */
  periods: readonly Period[];
}

async function applyPeriod(sql: Sql, scope: Scope, options: Options): Promise<number> {
  const { projectId, period, periods } = scope;
  if (period.firstKept === null) return 0;
  let deleted = 0;
  const days = await sql<{ day: string }[]>`
    SELECT DISTINCT day FROM traces WHERE project_id = ${projectId} AND day < ${period.firstKept} ORDER BY day`;
  for (const { day } of days)
    deleted += await expireTraces(
      sql,
      { projectId, day, isExpired: (of) => followsPeriod(of, { ...period, periods }) },
      options,
    );
  return deleted;
}
