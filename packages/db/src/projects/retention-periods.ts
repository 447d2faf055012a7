/** For how long a project keeps the traces of each environment. maintain/retention-periods.ts deletes the others. */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { isHeld } from '../rows/legal-holds.ts';

export interface RetentionPeriod {
  /** '' = every environment without a period of its own, and traces that report none. */
  environment: string;
  /** null = as long as the server keeps anything. */
  keepDays: number | null;
}

export interface EnvironmentRetention {
  /** '' = not reported. */
  environment: string;
  /** Its own period; undefined when that of the project applies. */
  own: RetentionPeriod['keepDays'] | undefined;
  traces: number;
  /** 'YYYY-MM-DD', when its oldest traces are deleted; null when nothing will be. */
  nextDeletion: string | null;
}

/** The condition for traces that a period applies to, among all `periods` of its project. */
export function followsPeriod(
  sql: Sql | TransactionSql,
  { environment, periods }: { environment: string; periods: readonly { environment: string }[] },
) {
  if (environment !== '') return sql`environment = ${environment}`;
  const others = periods.map((period) => period.environment).filter((other) => other !== '');
  return sql`coalesce(environment, '') <> ALL (${others}::text[])`;
}

/** A project has a handful of environments. More periods than this would be a mistake. */
export const MAX_RETENTION_PERIODS = 100;

/** A sender that reports a new environment with each trace must not fill the answer. */
const MAX_ENVIRONMENTS = 200;

interface StoredEnvironment {
  environment: string;
  traces: number;
  isOwn: boolean;
  keepDays: number | null;
  nextDeletion: string | null;
}

/**
 * Resolves to the period of the project, and to the environments that have traces or a period of their own: those with
 * a period first, then those with the most traces. Reads every trace of the project.
 */
export async function retentionOfEnvironments(
  sql: Sql,
  projectId: string,
): Promise<{ keepDays: number | null; environments: EnvironmentRetention[] }> {
  const [project] = await sql<{ keepDays: number | null }[]>`
    SELECT keep_days AS "keepDays" FROM retention_periods WHERE project_id = ${projectId} AND environment = ''`;
  const rows = await sql<StoredEnvironment[]>`
    WITH periods AS (
      SELECT environment, keep_days, applied_on FROM retention_periods WHERE project_id = ${projectId}
    ), stored AS (
      SELECT coalesce(environment, '') AS environment, count(*) AS traces, min(day) AS oldest
      FROM traces WHERE project_id = ${projectId} GROUP BY 1
      UNION ALL SELECT environment, 0, NULL FROM periods WHERE environment <> ''
    ), environments AS (
      SELECT environment, sum(traces)::float8 AS traces, min(oldest) AS oldest FROM stored GROUP BY 1
    )
    SELECT environments.environment, traces, own.environment IS NOT NULL AND own.environment <> '' AS "isOwn",
      period.keep_days AS "keepDays",
      CASE WHEN oldest IS NOT NULL AND period.keep_days IS NOT NULL THEN greatest(oldest + period.keep_days + 1,
        current_date + (period.applied_on IS NOT DISTINCT FROM current_date)::int) END AS "nextDeletion"
    FROM environments LEFT JOIN periods AS own ON own.environment = environments.environment
    LEFT JOIN periods AS period ON period.environment = coalesce(own.environment, '')
    ORDER BY "isOwn" DESC, traces DESC, environments.environment LIMIT ${MAX_ENVIRONMENTS}`;
  const environments = [...rows].map(({ isOwn, keepDays, ...row }) => ({ ...row, own: isOwn ? keepDays : undefined }));
  return { keepDays: project?.keepDays ?? null, environments };
}

interface PeriodChange {
  projectId: string;
  environment: string;
  /** undefined = the environment has no period of its own any more. */
  keepDays: number | null | undefined;
}

/** Counts the traces that would be deleted at once if the period was changed. */
export async function expiredWith(sql: Sql, { projectId, environment, keepDays }: PeriodChange): Promise<number> {
  const periods = await sql<RetentionPeriod[]>`
    SELECT environment, keep_days AS "keepDays" FROM retention_periods WHERE project_id = ${projectId}`;
  const ofProject = periods.find((period) => period.environment === '')?.keepDays ?? null;
  const days = keepDays === undefined ? ofProject : keepDays;
  if (days === null) return 0;
  const [{ traces }] = await sql<[{ traces: number }]>`
    SELECT count(*)::float8 AS traces FROM traces
    WHERE project_id = ${projectId} AND day < current_date - ${days}::int AND ${followsPeriod(sql, { environment, periods })}
      AND NOT ${sql.unsafe(isHeld('traces'))}`;
  return traces;
}

/**
 * Stores or removes a period. Resolves to the one that it replaces, undefined if there was none; to 'too many', and
 * changes nothing, when the project already has MAX_RETENTION_PERIODS. All periods of the project are applied anew,
 * because traces of a removed one belong to another.
 */
export async function changeRetentionPeriod(
  sql: Sql,
  { projectId, environment, keepDays }: PeriodChange,
): Promise<RetentionPeriod | undefined | 'too many'> {
  return sql.begin(async (transaction) => {
    // Serializes changes within a project, so that the count and the replaced period are reliable.
    await transaction`SELECT FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`;
    const periods = await transaction<RetentionPeriod[]>`
      SELECT environment, keep_days AS "keepDays" FROM retention_periods WHERE project_id = ${projectId}`;
    const before = periods.find((period) => period.environment === environment);
    if (!before && keepDays !== undefined && periods.length >= MAX_RETENTION_PERIODS) return 'too many';
    if (keepDays === undefined)
      await transaction`DELETE FROM retention_periods WHERE project_id = ${projectId} AND environment = ${environment}`;
    else
      await transaction`
        INSERT INTO retention_periods (project_id, environment, keep_days) VALUES (${projectId}, ${environment}, ${keepDays})
        ON CONFLICT (project_id, environment) DO UPDATE SET keep_days = excluded.keep_days`;
    await transaction`UPDATE retention_periods SET applied_on = NULL WHERE project_id = ${projectId}`;
    return before && { ...before };
  });
}
