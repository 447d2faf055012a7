/** API keys. Only a hash is stored, so a key can be shown only once, when it is created. */
import { randomBytes } from 'node:crypto';
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { oneByOne } from './members.ts';
import { projectRoles } from './project-roles.ts';
import { PROJECT_PRICES_OF, type ProjectPrice } from './project-prices.ts';
import type { StoredRules } from './project-rules.ts';
import { hashOf } from './secrets.ts';

export const API_KEY_SCOPES = ['ingest', 'read', 'figures', 'scores', 'admin'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

export interface NewApiKey {
  projectId: string;
  name: string;
  scopes: ApiKeyScope[];
  /** When it stops working by itself; undefined = never. */
  expiresAt?: Date | undefined;
}

export interface ApiKey {
  id: string;
  projectId: string;
  /** An archived project takes nothing and can be read. A deleted one does not even that. */
  projectState: 'active' | 'archived' | 'deleted';
  scopes: ApiKeyScope[];
  /**
   * The project's rules for what may be stored; null = store everything. They are read together with the key, so that
   * no request is accepted when its rules could not be read.
   */
  rules: StoredRules | null;
  /** The project's own prices; null = the project pays list prices. */
  prices: ProjectPrice[] | null;
}

const KEY = /^sbtx_live_[0-9A-Za-z]{40}$/;

interface MadeApiKey {
  id: string;
  /** The key itself. It is stored nowhere, so this is the only copy. */
  key: string;
}

/** Creates a key for a program that sets up a project. No user is responsible for it. */
export const createApiKey = (sql: Sql, input: NewApiKey): Promise<MadeApiKey> => insertKey(sql, input, null);

/**
 * Creates a key that a member is responsible for. Undefined when the user is not a member. A removal of the member that
 * runs at the same time either settles this key too, or finishes first.
 */
export function createMemberApiKey(sql: Sql, input: NewApiKey, userId: string): Promise<MadeApiKey | undefined> {
  const { projectId } = input;
  return oneByOne(sql, projectId, async (transaction) => {
    const member =
      await transaction`SELECT FROM ${projectRoles(sql)} r WHERE project_id = ${projectId} AND user_id = ${userId}`;
    return member.length > 0 ? insertKey(transaction, input, userId) : undefined;
  });
}

async function insertKey(
  sql: Sql | TransactionSql,
  { projectId, name, scopes, expiresAt }: NewApiKey,
  createdBy: string | null,
): Promise<MadeApiKey> {
  const key = `sbtx_live_${randomBytes(20).toString('hex')}`;
  const [row] = await sql<{ id: string }[]>`
    INSERT INTO api_keys (project_id, name, hash, last_four, scopes, created_by, expires_at)
    VALUES (${projectId}, ${name}, ${hashOf(key)}, ${key.slice(-4)}, ${scopes}, ${createdBy}, ${expiresAt ?? null})
    RETURNING id`;
  return { id: row!.id, key };
}

/**
 * Returns what a key may do, with its project's rules and prices; undefined when the key does not exist, is
 * revoked or has expired.
 */
export async function findApiKey(sql: Sql, key: string): Promise<ApiKey | undefined> {
  if (!KEY.test(key)) return undefined;
  const [row] = await sql<ApiKey[]>`
    SELECT api_keys.id, project_id AS "projectId", scopes,
      CASE WHEN deletion_requested_at IS NOT NULL THEN 'deleted' WHEN archived_at IS NOT NULL THEN 'archived' ELSE 'active' END
        AS "projectState", (
      SELECT json_build_object('version', version, 'rules', rules) FROM project_rules
      WHERE project_rules.project_id = api_keys.project_id
    ) AS rules, ${sql.unsafe(PROJECT_PRICES_OF('api_keys.project_id'))} AS prices
    FROM api_keys JOIN projects ON projects.id = project_id WHERE hash = ${hashOf(key)} AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > now())`;
  return row && { ...row };
}

interface Rotation {
  projectId: string;
  id: string;
  /** How long the old key still works, so that its applications can take the new one. */
  overlapMs: number;
}

interface RotatedKey {
  name: string;
  scopes: ApiKeyScope[];
  expiresAt: Date | null;
  replacedBy: string | null;
}

/**
 * Creates a key with the name, the scopes and the lifetime of another, which stops working after the overlap, or before
 * if it would have anyway. Undefined when the key does not work any more, or the user is not a member. `replaced`: the
 * key was rotated before and is in its overlap, so its expiry is no longer its lifetime; its replacement can be rotated.
 */
export function rotateApiKey(
  sql: Sql,
  { projectId, id, overlapMs }: Rotation,
  userId: string,
): Promise<MadeApiKey | 'replaced' | undefined> {
  return oneByOne(sql, projectId, async (transaction) => {
    // The time of the statement: this transaction may have begun before the one that it waited for.
    const [old] = await transaction<RotatedKey[]>`
      SELECT name, scopes, now() + (expires_at - created_at) AS "expiresAt", replaced_by AS "replacedBy" FROM api_keys
      WHERE id = ${id} AND project_id = ${projectId} AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > clock_timestamp())
        AND EXISTS (SELECT FROM ${projectRoles(sql)} r WHERE project_id = ${projectId} AND user_id = ${userId})`;
    if (!old) return undefined;
    if (old.replacedBy !== null) return 'replaced';
    const { name, scopes, expiresAt } = old;
    const made = await insertKey(transaction, { projectId, name, scopes, expiresAt: expiresAt ?? undefined }, userId);
    await transaction`
      UPDATE api_keys SET replaced_by = ${made.id},
        expires_at = least(expires_at, clock_timestamp() + ${overlapMs} * interval '1 millisecond')
      WHERE id = ${id}`;
    return made;
  });
}

/** Revoking a key again keeps the first revocation time. Resolves to false when the project has no such key. */
export async function revokeApiKey(sql: Sql, key: { projectId: string; id: string }): Promise<boolean> {
  const result = await sql`
    UPDATE api_keys SET revoked_at = now() WHERE id = ${key.id} AND project_id = ${key.projectId} AND revoked_at IS NULL`;
  if (result.count === 1) return true;
  const existing = await sql`SELECT FROM api_keys WHERE id = ${key.id} AND project_id = ${key.projectId}`;
  return existing.length === 1;
}

/** Stores when each key was last used, for lists of keys. Ingest calls this at intervals, never per request. */
export async function markApiKeysUsed(sql: Sql, uses: { id: string; at: Date }[]): Promise<void> {
  if (uses.length === 0) return;
  await sql`UPDATE api_keys SET last_used_at = greatest(last_used_at, used.at)
    FROM unnest(${uses.map((use) => use.id)}::uuid[], ${uses.map((use) => use.at.toISOString())}::timestamptz[]) AS used (id, at)
    WHERE api_keys.id = used.id`;
}
