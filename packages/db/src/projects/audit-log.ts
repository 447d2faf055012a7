/** The audit log of a project: who changed or exported what, and when. The database refuses to change an entry. */
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Sql, TransactionSql } from '../postgres/connect.ts';

/** Values of an entry. They never contain a key, a token or a text of a trace. */
export type AuditValues = Readonly<Record<string, unknown>>;

export interface AuditActor {
  id: string;
  email: string;
  /** Network address of the client; undefined when it is not known. */
  address?: string | undefined;
}

export interface NewAuditEntry {
  projectId: string;
  actor: AuditActor;
  action: string;
  /** What was changed: a name, an address, the id of a trace. */
  target?: string | undefined;
  before?: AuditValues | undefined;
  after?: AuditValues | undefined;
}

/** Adds an entry; in the transaction of the change, where there is one. */
export async function recordAudit(sql: Sql | TransactionSql, entry: NewAuditEntry): Promise<void> {
  const { projectId, actor, action, target, before, after } = entry;
  await sql`
    INSERT INTO audit_entries (project_id, actor_id, actor_email, action, target, before, after, address)
    VALUES (${projectId}, ${actor.id}, ${actor.email}, ${action}, ${target ?? null}, ${asJson(before)}::text::jsonb,
      ${asJson(after)}::text::jsonb, ${actor.address ?? null})`;
}

const asJson = (values: AuditValues | undefined) => (values === undefined ? null : JSON.stringify(values));

/** Adds an entry to every project of a user: for sign-ins and sign-outs, which belong to no single project. */
export async function recordAuditOfUser(
  prisma: PrismaClient,
  { id, address = null }: { id: string; address?: string | null | undefined },
  { action, after }: { action: string; after?: { method: string } | undefined },
): Promise<void> {
  const user = await prisma.user.findUnique({ where: { id }, include: { memberships: true } });
  if (!user) return;
  const entry = { actorId: user.id, actorEmail: user.email, action, address, ...(after && { after }) };
  await prisma.auditEntry.createMany({ data: user.memberships.map(({ projectId }) => ({ ...entry, projectId })) });
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

export interface AuditQuery {
  projectId: string;
  /** The e-mail address of the user. */
  actor?: string | undefined;
  action?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  /** Entries before this id; undefined = from the newest. */
  before?: string | undefined;
  limit: number;
}

/** A page of the log, newest first. */
export async function auditPage(sql: Sql, query: AuditQuery): Promise<AuditEntry[]> {
  const { projectId, actor = null, action = null, from = null, to = null, before = null, limit } = query;
  return [
    ...(await sql<AuditEntry[]>`
      SELECT id::text AS id, at, actor_email AS actor, action, target, before, after, address FROM audit_entries
      WHERE project_id = ${projectId}
        AND (${actor}::text IS NULL OR lower(actor_email) = lower(${actor}))
        AND (${action}::text IS NULL OR action = ${action})
        AND (${from}::timestamptz IS NULL OR at >= ${from})
        AND (${to}::timestamptz IS NULL OR at < ${to})
        AND (${before}::text IS NULL OR audit_entries.id < ${before}::text::bigint)
      ORDER BY audit_entries.id DESC LIMIT ${limit}`),
  ];
}
