/**
 * The audit logs of projects and organizations: who read, changed or exported what, and when. The database refuses to
 * change an entry.
 */
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import type { TraceKey } from '../rows/row-keys.ts';

/** Values of an entry. They never contain a key, a token or a text of a trace. */
export type AuditValues = Readonly<Record<string, unknown>>;

export interface AuditActor {
  id: string;
  /** The address of a user, or the name of a key. */
  email: string;
  /** Network address of the client; undefined when it is not known. */
  address?: string | undefined;
}

/** Whose log. That of an organization outlives its projects. */
export type AuditScope = { projectId: string } | { organizationId: string };

export type NewAuditEntry = AuditScope & AuditDetails;

interface AuditDetails {
  actor: AuditActor;
  action: string;
  /** What was changed: a name, an address, the id of a trace. */
  target?: string | undefined;
  before?: AuditValues | undefined;
  after?: AuditValues | undefined;
}

/** Adds an entry; in the transaction of the change, where there is one. */
export async function recordAudit(sql: Sql | TransactionSql, entry: NewAuditEntry): Promise<void> {
  const { actor, action, target, before, after } = entry;
  const { table, key, id } = logOf(entry);
  await sql`
    INSERT INTO ${sql(table)} (${sql(key)}, actor_id, actor_email, action, target, before, after, address)
    VALUES (${id}, ${actor.id}, ${actor.email}, ${action}, ${target ?? null}, ${asJson(before)}::text::jsonb,
      ${asJson(after)}::text::jsonb, ${actor.address ?? null})`;
}

/** The table of a log, and the column and value that select it. */
const logOf = (scope: AuditScope) =>
  'projectId' in scope
    ? { table: 'audit_entries', key: 'project_id', id: scope.projectId }
    : { table: 'organization_audit_entries', key: 'organization_id', id: scope.organizationId };

/** Adds an entry for a reader of the texts of a trace; none when there is no such trace. */
export async function recordReading(sql: Sql, { projectId, traceId }: TraceKey, actor: AuditActor): Promise<void> {
  await sql`
    INSERT INTO audit_entries (project_id, actor_id, actor_email, action, target, address)
    SELECT ${projectId}::uuid, ${actor.id}, ${actor.email}, 'trace.read', ${traceId}, ${actor.address ?? null}
    FROM traces WHERE project_id = ${projectId} AND trace_id = decode(${traceId}, 'hex')`;
}

const asJson = (values: AuditValues | undefined) => (values === undefined ? null : JSON.stringify(values));

/** As text, because Prisma and postgres.js both run it. */
const insertOfUser = (log: string, members: string, key: string) => `
  INSERT INTO ${log} (${key}, actor_id, actor_email, action, target, before, after, address)
  SELECT m.${key}, u.id, u.email, $2::text, $3::text, $4::text::jsonb, $5::text::jsonb, $6::text
  FROM ${members} m JOIN users u ON u.id = m.user_id WHERE u.id = $1::text`;

const INSERTS_OF_USER = [
  insertOfUser('audit_entries', 'project_members', 'project_id'),
  insertOfUser('organization_audit_entries', 'organization_members', 'organization_id'),
];

export interface AuditedUser {
  id: string;
  /** Network address of the client; undefined when it is not known. */
  address?: string | null | undefined;
}

/**
 * Adds an entry to every project and every organization that the user is a member of: for sign-ins, and for what a user
 * changes of their own account, which belong to no single one. `database`: that of the change, so that both are stored
 * or neither is; the auth library has Prisma's.
 */
export async function recordAuditOfUser(
  database: Sql | TransactionSql | PrismaClient,
  { id, address }: AuditedUser,
  { action, target, before, after }: Omit<AuditDetails, 'actor'>,
): Promise<void> {
  const values = [id, action, target ?? null, asJson(before), asJson(after), address ?? null];
  for (const statement of INSERTS_OF_USER) {
    if ('$executeRawUnsafe' in database) await database.$executeRawUnsafe(statement, ...values);
    else await database.unsafe(statement, values);
  }
}

export interface AuditEntry {
  /** Position in the log, in decimal digits; larger is later. */
  id: string;
  at: Date;
  actor: string;
  action: string;
  target: string | null;
  before: AuditValues | null;
  after: AuditValues | null;
  address: string | null;
}

export type AuditQuery = AuditScope & AuditFilter & AuditPlace;

export interface AuditFilter {
  /** The e-mail address of the user. */
  actor?: string | undefined;
  action?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

interface AuditPlace {
  /** Entries before this id; undefined = from the newest. */
  before?: string | undefined;
  limit: number;
}

/** A page of the log, newest first. */
export async function auditPage(sql: Sql, query: AuditQuery): Promise<AuditEntry[]> {
  const { actor = null, action = null, from = null, to = null, before = null, limit } = query;
  const { table, key, id } = logOf(query);
  return [
    ...(await sql<AuditEntry[]>`
      SELECT id::text AS id, at, actor_email AS actor, action, target, before, after, address FROM ${sql(table)} AS entry
      WHERE ${sql(key)} = ${id}
        AND (${actor}::text IS NULL OR lower(actor_email) = lower(${actor}))
        AND (${action}::text IS NULL OR action = ${action})
        AND (${from}::timestamptz IS NULL OR at >= ${from})
        AND (${to}::timestamptz IS NULL OR at < ${to})
        AND (${before}::text IS NULL OR entry.id < ${before}::text::bigint)
      ORDER BY entry.id DESC LIMIT ${limit}`),
  ];
}
