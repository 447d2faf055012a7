/** The history of alert rules: each change of their state, and the messages that it caused. */
import type { Sql } from '../postgres/connect.ts';
import type { AlertState } from './alert-rules.ts';

export interface NewAlertEvent {
  ruleId: string;
  incidentId: string | null;
  /** The end of the window. */
  at: Date;
  /** `ended`: the rule was paused or deleted while it fired. */
  state: AlertState | 'ended';
  /** In the unit of the metric; null = not known. */
  value: number | null;
  /** The value of the same time of the week before; null = not compared, or not known. */
  compared: number | null;
  message: string;
}

export interface AlertEvent extends NewAlertEvent {
  id: string;
}

/** Resolves to the id. */
export async function addAlertEvent(sql: Sql, projectId: string, event: NewAlertEvent): Promise<string> {
  const { ruleId, incidentId, at, state, value, compared, message } = event;
  const [row] = await sql<[{ id: string }]>`
    INSERT INTO alert_events (project_id, rule_id, incident_id, at, state, value, compared, message)
    VALUES (${projectId}, ${ruleId}, ${incidentId}, ${at}, ${state}, ${value}, ${compared}, ${message}) RETURNING id`;
  return row.id;
}

interface EventsQuery {
  projectId: string;
  /** Absent: of all rules. */
  ruleId?: string | undefined;
  limit: number;
}

/** Newest first. */
export async function alertEvents(sql: Sql, { projectId, ruleId, limit }: EventsQuery): Promise<AlertEvent[]> {
  return sql<AlertEvent[]>`
    SELECT id, rule_id AS "ruleId", incident_id AS "incidentId", at, state, value, compared, message
    FROM alert_events WHERE project_id = ${projectId} ${ruleId ? sql`AND rule_id = ${ruleId}` : sql``}
    ORDER BY at DESC, id LIMIT ${limit}`;
}
