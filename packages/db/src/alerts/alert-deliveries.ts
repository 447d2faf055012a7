/**
 * The outbox of alerts. A message is written in the transaction that changes the state, so it is never lost; each
 * attempt is written down before it is made, so a process that is killed in between repeats the message under the same
 * id.
 */
import type { Sql } from '../postgres/connect.ts';
import type { AlertDestinationKind } from './alert-destinations.ts';

/** One row for each of these destinations that exists. `eventId` null: a test. */
export async function queueAlertMessage(
  sql: Sql,
  projectId: string,
  { destinations, eventId, message }: { destinations: readonly string[]; eventId: string | null; message: object },
): Promise<void> {
  await sql`
    INSERT INTO alert_deliveries (project_id, destination_id, event_id, message)
    SELECT project_id, id, ${eventId}::uuid, ${JSON.stringify(message)}::text::jsonb FROM alert_destinations
    WHERE project_id = ${projectId} AND id = ANY(${[...destinations]}::uuid[]) FOR KEY SHARE`;
}

/** The number of tests that were queued in the last minute. */
export async function recentAlertTests(sql: Sql, projectId: string): Promise<number> {
  const [row] = await sql<[{ tests: number }]>`
    SELECT count(*)::int AS tests FROM alert_deliveries
    WHERE project_id = ${projectId} AND event_id IS NULL AND created_at > now() - interval '1 minute'`;
  return row.tests;
}

export interface DueDelivery {
  projectId: string;
  id: string;
  kind: AlertDestinationKind;
  address: string;
  secret: string | null;
  message: unknown;
  createdAt: Date;
  /** With the one that is due now. */
  attempts: number;
}

/** Longer than an attempt takes. A process that was killed leaves its attempt to another after this. */
const LEASE_SECONDS = 60;
const AT_ONCE = 20;

/** Deliveries that are due; each belongs to this process for LEASE_SECONDS. */
export async function claimDeliveries(sql: Sql): Promise<DueDelivery[]> {
  const due = await sql<{ projectId: string; id: string }[]>`
    SELECT project_id AS "projectId", id FROM alert_deliveries WHERE next_attempt_at <= now()
    ORDER BY next_attempt_at LIMIT ${AT_ONCE}`;
  const claimed = await Promise.all(due.map((key) => claim(sql, key)));
  return claimed.flat();
}

function claim(sql: Sql, { projectId, id }: { projectId: string; id: string }): Promise<DueDelivery[]> {
  return sql<DueDelivery[]>`
    UPDATE alert_deliveries d SET attempts = attempts + 1, next_attempt_at = now() + ${LEASE_SECONDS}::integer * interval '1 second'
    FROM alert_destinations t
    WHERE d.project_id = ${projectId} AND d.id = ${id} AND d.next_attempt_at <= now()
      AND t.project_id = d.project_id AND t.id = d.destination_id
    RETURNING d.project_id AS "projectId", d.id, t.kind, t.address, t.secret, d.message, d.created_at AS "createdAt", d.attempts`;
}

export interface DeliveryOutcome {
  isDelivered: boolean;
  /** null: there was no answer. */
  status: number | null;
  /** The beginning of the answer, or why there was none. */
  answer: string;
  /** In seconds; null = no further attempt. */
  retryAfter: number | null;
}

export async function saveDelivery(
  sql: Sql,
  { projectId, id }: Pick<DueDelivery, 'projectId' | 'id'>,
  { isDelivered, status, answer, retryAfter }: DeliveryOutcome,
): Promise<void> {
  await sql`
    UPDATE alert_deliveries SET last_status = ${status}, last_answer = ${answer},
      delivered_at = CASE WHEN ${isDelivered} THEN now() END,
      next_attempt_at = now() + ${retryAfter}::double precision * interval '1 second'
    WHERE project_id = ${projectId} AND id = ${id}`;
}

export interface ListedDelivery {
  id: string;
  destinationId: string;
  /** null: the destination was removed. */
  destination: string | null;
  isTest: boolean;
  message: unknown;
  createdAt: Date;
  attempts: number;
  /** null: delivered, or given up. */
  nextAttemptAt: Date | null;
  deliveredAt: Date | null;
  lastStatus: number | null;
  lastAnswer: string | null;
}

/** Newest first. */
export async function alertDeliveries(sql: Sql, projectId: string, limit: number): Promise<ListedDelivery[]> {
  return sql<ListedDelivery[]>`
    SELECT d.id, d.destination_id AS "destinationId", t.name AS destination, d.event_id IS NULL AS "isTest", d.message,
      d.created_at AS "createdAt", d.attempts, d.next_attempt_at AS "nextAttemptAt", d.delivered_at AS "deliveredAt",
      d.last_status AS "lastStatus", d.last_answer AS "lastAnswer"
    FROM alert_deliveries d
    LEFT JOIN alert_destinations t ON t.project_id = d.project_id AND t.id = d.destination_id
    WHERE d.project_id = ${projectId} ORDER BY d.created_at DESC, d.id LIMIT ${limit}`;
}

const KEEP_DAYS = 90;

export async function forgetOldDeliveries(sql: Sql): Promise<void> {
  await sql`
    DELETE FROM alert_deliveries
    WHERE next_attempt_at IS NULL AND created_at < now() - ${KEEP_DAYS}::integer * interval '1 day'`;
}
