/** Where messages of alerts are sent to: webhooks, Slack and mail addresses of a project. */
import type { Sql } from '../postgres/connect.ts';

export const ALERT_DESTINATION_KINDS = ['webhook', 'slack', 'mail'] as const;
export type AlertDestinationKind = (typeof ALERT_DESTINATION_KINDS)[number];

export interface NewAlertDestination {
  name: string;
  kind: AlertDestinationKind;
  /** A URL, or an e-mail address. */
  address: string;
  /** Signs the requests to a webhook; null for all others. */
  secret: string | null;
}

export interface AlertDestination extends Omit<NewAlertDestination, 'secret'> {
  id: string;
  createdAt: Date;
}

/** A project has at most this many. */
export const MAX_ALERT_DESTINATIONS = 50;

export async function alertDestinations(sql: Sql, projectId: string): Promise<AlertDestination[]> {
  return sql<AlertDestination[]>`
    SELECT id, name, kind, address, created_at AS "createdAt" FROM alert_destinations
    WHERE project_id = ${projectId} ORDER BY name, id`;
}

/** Resolves to the id; undefined when the project has MAX_ALERT_DESTINATIONS. */
export async function createAlertDestination(
  sql: Sql,
  projectId: string,
  { name, kind, address, secret }: NewAlertDestination,
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    INSERT INTO alert_destinations (project_id, name, kind, address, secret)
    SELECT ${projectId}::uuid, ${name}, ${kind}, ${address}, ${secret}
    WHERE ${MAX_ALERT_DESTINATIONS} > (SELECT count(*) FROM alert_destinations WHERE project_id = ${projectId})
    RETURNING id`;
  return row?.id;
}

/** Messages that wait for it are not sent any more. Resolves to the removed destination. */
export async function removeAlertDestination(
  sql: Sql,
  projectId: string,
  id: string,
): Promise<Pick<AlertDestination, 'name' | 'kind'> | undefined> {
  const [removed] = await sql<Pick<AlertDestination, 'name' | 'kind'>[]>`
    DELETE FROM alert_destinations WHERE project_id = ${projectId} AND id = ${id} RETURNING name, kind`;
  await sql`
    UPDATE alert_deliveries SET next_attempt_at = NULL, last_answer = 'The destination was removed.'
    WHERE project_id = ${projectId} AND destination_id = ${id} AND next_attempt_at IS NOT NULL`;
  return removed && { ...removed };
}
