/** Experiments: recorded steps that are asked again with other settings. Their answers are in answers.ts. */
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import type { AuditActor } from '../projects/audit-log.ts';

/** One setting in which every step is asked again. What is null is as recorded. */
export interface ExperimentArm {
  name: string;
  /** The setting of the record, asked again: how much the model varies by itself. */
  isBaseline: boolean;
  /** A row of REPLAY_TARGETS in packages/reasoning. */
  target: string | null;
  model: string | null;
  effort: string | null;
  budgetTokens: number | null;
  /** With the earlier thoughts that the provider accepts back, beyond those it demands. */
  withThoughts: boolean;
  /** A row of provider_keys; null = the newest of the provider. */
  keyId: string | null;
}

/** `worker`: a program with keys of its own asks; the server never has them. */
export type ExperimentRunner = 'server' | 'worker';
export type ExperimentState = 'waiting' | 'running' | 'done' | 'stopped' | 'out_of_budget' | 'failed';

export interface ExperimentKey {
  projectId: string;
  id: string;
}

/** What is chosen when an experiment is made. */
export interface ExperimentPlan extends ExperimentKey {
  name: string;
  q: string;
  since: Date | null;
  until: Date | null;
  wantedSteps: number;
  arms: readonly ExperimentArm[];
  repeats: number;
  maxOutputTokens: number;
  runsOn: ExperimentRunner;
  /** Nano-dollars. */
  budget: bigint;
  madeBy: AuditActor;
}

export interface Experiment extends ExperimentPlan {
  /** What was charged, or may have been: an answer that is lost counts at its upper bound. */
  spent: bigint;
  /** For requests that are not answered yet. */
  reserved: bigint;
  state: ExperimentState;
  reason: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  steps: number;
  /** Answers by state. */
  counts: Readonly<Record<string, number>>;
}

const COLUMNS = (sql: Sql | TransactionSql) => sql`
  e.id, e.project_id AS "projectId", e.name, e.q, e.since, e.until, e.wanted_steps AS "wantedSteps", e.arms, e.repeats,
  e.max_output_tokens AS "maxOutputTokens", e.runs_on AS "runsOn", e.budget, e.spent, e.reserved, e.state, e.reason,
  e.made_by AS "madeBy", e.created_at AS "createdAt", e.started_at AS "startedAt", e.finished_at AS "finishedAt",
  (SELECT count(*)::int FROM experiment_steps AS s WHERE s.project_id = e.project_id AND s.experiment_id = e.id) AS steps,
  (SELECT coalesce(jsonb_object_agg(state, count), '{}') FROM (
    SELECT a.state, count(*)::int AS count FROM experiment_answers AS a
    WHERE a.project_id = e.project_id AND a.experiment_id = e.id GROUP BY a.state) AS answers) AS counts`;

export async function experiment(sql: Sql, { projectId, id }: ExperimentKey): Promise<Experiment | undefined> {
  const [row] = await sql<Experiment[]>`
    SELECT ${COLUMNS(sql)} FROM experiments AS e WHERE e.project_id = ${projectId} AND e.id = ${id}`;
  return row && { ...row };
}

interface ExperimentsPage {
  projectId: string;
  /** The id of the last experiment of the page before. */
  after: string | null;
  limit: number;
}

/** The newest first. */
export async function experiments(
  sql: Sql,
  { projectId, after, limit }: ExperimentsPage,
): Promise<{ experiments: Experiment[]; next: string | null }> {
  const start = sql`AND (e.created_at, e.id) < (
    SELECT created_at, id FROM experiments WHERE project_id = ${projectId} AND id = ${after})`;
  const rows = await sql<Experiment[]>`
    SELECT ${COLUMNS(sql)} FROM experiments AS e WHERE e.project_id = ${projectId} ${after === null ? sql`` : start}
    ORDER BY e.created_at DESC, e.id DESC LIMIT ${limit + 1}`;
  const page = rows.slice(0, limit).map((row) => ({ ...row }));
  return { experiments: page, next: rows.length > limit ? page.at(-1)!.id : null };
}

/** Experiments that the server has to go on with, the oldest first. Not those of a project that is archived or ends. */
export async function openExperiments(sql: Sql): Promise<ExperimentKey[]> {
  const rows = await sql<ExperimentKey[]>`
    SELECT e.project_id AS "projectId", e.id FROM experiments AS e WHERE e.finished_at IS NULL AND e.runs_on = 'server'
      AND EXISTS (SELECT FROM projects AS p
        WHERE p.id = e.project_id AND p.deletion_requested_at IS NULL AND p.archived_at IS NULL)
    ORDER BY e.created_at, e.id`;
  return rows.map((row) => ({ ...row }));
}

export type ExperimentEnd =
  { state: 'done' | 'stopped'; reason: null } | { state: 'failed' | 'out_of_budget'; reason: string };

/** Resolves to whether it was open. Answers that are on their way are still stored. */
export async function endExperiment(
  sql: Sql | TransactionSql,
  { projectId, id }: ExperimentKey,
  { state, reason }: ExperimentEnd,
): Promise<boolean> {
  const { count } = await sql`
    UPDATE experiments SET state = ${state}, reason = ${reason}, finished_at = now()
    WHERE project_id = ${projectId} AND id = ${id} AND finished_at IS NULL`;
  return count === 1;
}

/** A stopped experiment, or one without money, goes on. Resolves to whether it was such a one. */
export async function resumeExperiment(
  sql: Sql | TransactionSql,
  { projectId, id, budget }: ExperimentKey & { budget: bigint },
): Promise<boolean> {
  const { count } = await sql`
    UPDATE experiments SET state = 'running', reason = NULL, finished_at = NULL, budget = ${budget}
    WHERE project_id = ${projectId} AND id = ${id} AND state IN ('stopped', 'out_of_budget', 'failed')
      AND ${budget}::bigint >= spent + reserved`;
  return count === 1;
}
