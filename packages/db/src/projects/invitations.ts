/**
 * Invitations to a project. Only a hash of the token is stored, so a link can be shown only once, when it is created.
 */
import { randomUUID } from 'node:crypto';
import type { Sql } from '../postgres/connect.ts';
import { recordAudit } from './audit-log.ts';
import { oneByOne } from './members.ts';
import { projectRoles } from './project-roles.ts';
import { hashOf, isToken, newToken } from './secrets.ts';

export interface NewInvitation {
  projectId: string;
  /** In lower case. */
  email: string;
  role: string;
  /** Id of the owner who sends the invitation. */
  createdBy: string;
}

export interface Invitation {
  id: string;
  email: string;
  role: string;
  expiresAt: Date;
  project: { id: string; slug: string; name: string };
  /** The address belongs to a member of some project or organization. Then only that person can accept it. */
  isOfMember: boolean;
}

export interface ListedInvitation extends Pick<Invitation, 'id' | 'email' | 'role' | 'expiresAt'> {
  createdAt: Date;
  createdBy: string;
}

interface Acceptance {
  isTheirs: boolean;
  /** Network address of the client; undefined when it is not known. */
  address?: string | undefined;
}

export const INVITATION_DAYS = 7;

/** Maximum number of open invitations per project. */
export const MAX_INVITATIONS = 100;

/** A second invitation for the same address replaces the first. When none was created, resolves to the reason. */
export async function createInvitation(
  sql: Sql,
  { projectId, email, role, createdBy }: NewInvitation,
): Promise<{ id: string; token: string; expiresAt: Date } | 'member' | 'many'> {
  const token = newToken();
  return oneByOne(sql, projectId, async (transaction) => {
    const members = await transaction`
      SELECT FROM ${projectRoles(sql)} m JOIN users u ON u.id = m.user_id WHERE m.project_id = ${projectId} AND u.email = ${email}`;
    if (members.length > 0) return 'member';
    await transaction`
      UPDATE invitations SET revoked_at = now()
      WHERE project_id = ${projectId} AND email = ${email} AND accepted_at IS NULL AND revoked_at IS NULL`;
    const [row] = await transaction<{ id: string; expiresAt: Date }[]>`
      INSERT INTO invitations (project_id, email, role, hash, created_by, expires_at)
      SELECT ${projectId}::uuid, ${email}, ${role}, ${hashOf(token)}::bytea, ${createdBy}, now() + ${INVITATION_DAYS}::integer * interval '1 day'
      WHERE ${MAX_INVITATIONS} > (
        SELECT count(*) FROM invitations WHERE project_id = ${projectId} AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now())
      RETURNING id, expires_at AS "expiresAt"`;
    return row ? { ...row, token } : 'many';
  });
}

/**
 * Returns the invitation of a token; undefined when it does not exist, was used or revoked, has expired, or its creator
 * is no longer an owner. Looks the token up by its hash, so the time that this takes reveals nothing about existing
 * tokens.
 */
export async function findInvitation(sql: Sql, token: string): Promise<Invitation | undefined> {
  if (!isToken(token)) return undefined;
  const [row] = await sql<Invitation[]>`
    SELECT i.id, i.email, i.role, i.expires_at AS "expiresAt", json_build_object('id', p.id, 'slug', p.slug, 'name', p.name) AS project,
      EXISTS (SELECT FROM users u WHERE u.email = i.email AND ${isMemberAnywhere(sql)}) AS "isOfMember"
    FROM invitations i
    JOIN projects p ON p.id = i.project_id
    JOIN ${projectRoles(sql)} m ON m.project_id = i.project_id AND m.user_id = i.created_by AND m.role = 'owner'
    WHERE i.hash = ${hashOf(token)} AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()`;
  return row && { ...row };
}

/**
 * Makes the invited person a member, and creates the user if no one has the address yet. Resolves to false when the
 * invitation is no longer open; when two people accept at the same time, only one succeeds. `isTheirs`: the person who
 * accepts has proved to own the address. Otherwise no user with the address may be a member of anything, and all
 * sessions of such a user end, because a forwarded link must not give access to what another person sees.
 */
export async function acceptInvitation(
  sql: Sql,
  { id, email, role, project }: Invitation,
  { isTheirs, address }: Acceptance,
): Promise<boolean> {
  return oneByOne(sql, project.id, async (transaction) => {
    const taken = await transaction`
      UPDATE invitations SET accepted_at = now()
      WHERE id = ${id} AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now() AND (${isTheirs} OR NOT EXISTS (
        SELECT FROM users u WHERE u.email = ${email} AND ${isMemberAnywhere(sql)}))`;
    if (taken.count === 0) return false;
    await transaction`
      INSERT INTO users (id, name, email, email_verified) VALUES (${randomUUID()}, ${email.split('@')[0]!}, ${email}, true)
      ON CONFLICT (email) DO NOTHING`;
    if (!isTheirs)
      await transaction`DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = ${email})`;
    await transaction`
      INSERT INTO project_members (project_id, user_id, role) SELECT ${project.id}::uuid, id, ${role} FROM users WHERE email = ${email}
      ON CONFLICT (project_id, user_id) DO NOTHING`;
    const [user] = await transaction<[{ id: string }]>`SELECT id FROM users WHERE email = ${email}`;
    const actor = { id: user.id, email, address };
    const action = 'invitation.accept';
    await recordAudit(transaction, { projectId: project.id, actor, action, target: email, after: { role } });
    return true;
  });
}

/** Lists open invitations, newest first. */
export async function listInvitations(sql: Sql, projectId: string): Promise<ListedInvitation[]> {
  return sql<ListedInvitation[]>`
    SELECT i.id, i.email, i.role, i.expires_at AS "expiresAt", i.created_at AS "createdAt", u.email AS "createdBy"
    FROM invitations i
    JOIN users u ON u.id = i.created_by
    JOIN ${projectRoles(sql)} m ON m.project_id = i.project_id AND m.user_id = i.created_by AND m.role = 'owner'
    WHERE i.project_id = ${projectId} AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
    ORDER BY i.created_at DESC, i.id LIMIT ${MAX_INVITATIONS}`;
}

/** Resolves to false when the project has no such open invitation. */
export async function revokeInvitation(sql: Sql, projectId: string, id: string): Promise<boolean> {
  const result = await sql`
    UPDATE invitations SET revoked_at = now()
    WHERE id = ${id} AND project_id = ${projectId} AND accepted_at IS NULL AND revoked_at IS NULL`;
  return result.count === 1;
}

/** Whether the user `u` is a member of any project or organization, also of one that is being deleted. */
const isMemberAnywhere = (sql: Sql) => sql`(
  EXISTS (SELECT FROM project_members WHERE user_id = u.id) OR EXISTS (SELECT FROM organization_members WHERE user_id = u.id))`;
