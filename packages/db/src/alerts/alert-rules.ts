/** The alert rules of projects with their state, and the evaluation of one rule at a time. */
import { inTransaction } from '../postgres/in-transaction.ts';
import type { Sql } from '../postgres/connect.ts';

/** `no_data`: the figure is not known. */
export type AlertState = 'ok' | 'firing' | 'no_data';

export interface AlertRuleState {
  /** null = not evaluated yet. */
  state: AlertState | null;
  stateSince: Date | null;
  /** How many evaluations in a row the condition has held. */
  streak: number;
  /** From the message that it fires until it is resolved. */
  incidentId: string | null;
  /** The end of the last window that was evaluated, a full hour. */
  evaluatedUntil: Date;
}

export interface AlertRuleRow extends AlertRuleState {
  projectId: string;
  id: string;
  name: string;
  /** Parsed by packages/alerts. */
  rule: unknown;
  isPaused: boolean;
}

/** A project has at most this many. */
export const MAX_ALERT_RULES = 200;

export async function alertRules(sql: Sql, projectId: string): Promise<AlertRuleRow[]> {
  return sql<AlertRuleRow[]>`
    SELECT ${columns(sql)} FROM alert_rules WHERE project_id = ${projectId} ORDER BY name, id`;
}

export async function alertRule(sql: Sql, projectId: string, id: string): Promise<AlertRuleRow | undefined> {
  const [row] = await sql<AlertRuleRow[]>`
    SELECT ${columns(sql)} FROM alert_rules WHERE project_id = ${projectId} AND id = ${id}`;
  return row;
}

/** The same, and no process evaluates it until the transaction ends. */
export async function lockAlertRule(sql: Sql, projectId: string, id: string): Promise<AlertRuleRow | undefined> {
  const [row] = await sql<AlertRuleRow[]>`
    SELECT ${columns(sql)} FROM alert_rules WHERE project_id = ${projectId} AND id = ${id} FOR UPDATE`;
  return row;
}

const columns = (sql: Sql) => sql`
  project_id AS "projectId", id, name, rule, is_paused AS "isPaused", state, state_since AS "stateSince", streak,
  incident_id AS "incidentId", evaluated_until AS "evaluatedUntil"`;

interface SavedRule {
  name: string;
  rule: object;
  isPaused: boolean;
}

/** Resolves to the id; undefined when the project has MAX_ALERT_RULES. It is evaluated from the next full hour. */
export async function createAlertRule(
  sql: Sql,
  projectId: string,
  { name, rule, isPaused }: SavedRule,
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    INSERT INTO alert_rules (project_id, name, rule, is_paused, evaluated_until)
    SELECT ${projectId}::uuid, ${name}, ${JSON.stringify(rule)}::text::jsonb, ${isPaused}, date_trunc('hour', now(), 'UTC')
    WHERE ${MAX_ALERT_RULES} > (SELECT count(*) FROM alert_rules WHERE project_id = ${projectId})
    RETURNING id`;
  return row?.id;
}

/**
 * An open incident stays open until the new condition resolves it; a pause ends it. Windows that ended before are not
 * evaluated.
 */
export async function changeAlertRule(
  sql: Sql,
  { projectId, id }: { projectId: string; id: string },
  { name, rule, isPaused }: SavedRule,
): Promise<boolean> {
  const { count } = await sql`
    UPDATE alert_rules SET name = ${name}, rule = ${JSON.stringify(rule)}::text::jsonb, is_paused = ${isPaused},
      streak = 0, updated_at = now(), incident_id = CASE WHEN NOT ${isPaused} THEN incident_id END,
      state = CASE WHEN NOT ${isPaused} THEN state END, state_since = CASE WHEN NOT ${isPaused} THEN state_since END,
      evaluated_until = greatest(evaluated_until, date_trunc('hour', now(), 'UTC'))
    WHERE project_id = ${projectId} AND id = ${id}`;
  return count > 0;
}

/** With its history. */
export async function removeAlertRule(sql: Sql, projectId: string, id: string): Promise<boolean> {
  const { count } = await sql`DELETE FROM alert_rules WHERE project_id = ${projectId} AND id = ${id}`;
  await sql`DELETE FROM alert_events WHERE project_id = ${projectId} AND rule_id = ${id}`;
  return count > 0;
}

export interface AlertRuleKey {
  projectId: string;
  id: string;
}

/** Rules that were not evaluated for the window that ends at `until`. Archived and deleted projects have none. */
export async function dueAlertRules(sql: Sql, until: Date): Promise<AlertRuleKey[]> {
  return sql<AlertRuleKey[]>`
    SELECT r.project_id AS "projectId", r.id FROM alert_rules r JOIN projects p ON p.id = r.project_id
    WHERE r.evaluated_until < ${until} AND NOT r.is_paused AND p.archived_at IS NULL AND p.deletion_requested_at IS NULL
    ORDER BY r.evaluated_until, r.id`;
}

/**
 * Runs `evaluate` in a transaction that has the rule to itself, and stores the state that it resolves to. Does nothing
 * when another process has the rule, or has evaluated this window.
 */
export async function withDueAlertRule(
  sql: Sql,
  { projectId, id }: AlertRuleKey,
  { until, evaluate }: { until: Date; evaluate: (sql: Sql, rule: AlertRuleRow) => Promise<AlertRuleState> },
): Promise<void> {
  await inTransaction(sql, async (transaction) => {
    const [rule] = await transaction<AlertRuleRow[]>`
      SELECT ${columns(transaction)} FROM alert_rules
      WHERE project_id = ${projectId} AND id = ${id} AND evaluated_until < ${until} AND NOT is_paused
      FOR UPDATE SKIP LOCKED`;
    if (!rule) return;
    const after = await evaluate(transaction, rule);
    await transaction`
      UPDATE alert_rules SET state = ${after.state}, state_since = ${after.stateSince}, streak = ${after.streak},
        incident_id = ${after.incidentId}, evaluated_until = ${after.evaluatedUntil}
      WHERE project_id = ${projectId} AND id = ${id}`;
  });
}
