/** The keys of model providers that a team lends to its experiments. They are sealed before they come here, and never shown again. */
import type { Sql } from '../postgres/connect.ts';
import type { AuditActor } from './audit-log.ts';

export interface ProviderKey {
  id: string;
  projectId: string;
  /** As in REPLAY_TARGETS of packages/reasoning. */
  provider: string;
  label: string;
  lastFour: string;
  /** null = the provider's own address. */
  baseUrl: string | null;
  savedBy: AuditActor;
  createdAt: Date;
}

export interface NewProviderKey extends Omit<ProviderKey, 'createdAt'> {
  secret: Uint8Array;
}

export interface ProviderKeyId {
  projectId: string;
  id: string;
}

export const MAX_PROVIDER_KEYS = 20;

const COLUMNS = (sql: Sql) => sql`
  id, project_id AS "projectId", provider, label, last_four AS "lastFour", base_url AS "baseUrl", saved_by AS "savedBy",
  created_at AS "createdAt"`;

/** Resolves to why it was not saved, or undefined. */
export async function saveProviderKey(sql: Sql, key: NewProviderKey): Promise<'label' | 'many' | undefined> {
  const { projectId, id, provider, label, secret, lastFour, baseUrl, savedBy } = key;
  // Serializes changes within a project, so that the count is reliable.
  await sql`SELECT FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`;
  const [row] = await sql<[{ count: number; hasLabel: boolean }]>`
    SELECT count(*)::int AS count, coalesce(bool_or(label = ${label}), false) AS "hasLabel"
    FROM provider_keys WHERE project_id = ${projectId}`;
  if (row.hasLabel) return 'label';
  if (row.count >= MAX_PROVIDER_KEYS) return 'many';
  await sql`
    INSERT INTO provider_keys (project_id, id, provider, label, secret, last_four, base_url, saved_by)
    VALUES (${projectId}, ${id}, ${provider}, ${label}, ${secret}, ${lastFour}, ${baseUrl},
      ${JSON.stringify(savedBy)}::text::jsonb)`;
  return undefined;
}

/** By provider, the newest first. */
export async function providerKeys(sql: Sql, projectId: string): Promise<ProviderKey[]> {
  const rows = await sql<ProviderKey[]>`
    SELECT ${COLUMNS(sql)} FROM provider_keys WHERE project_id = ${projectId} ORDER BY provider, created_at DESC, id`;
  return rows.map((row) => ({ ...row }));
}

/** Resolves to the key that was removed. */
export async function removeProviderKey(sql: Sql, { projectId, id }: ProviderKeyId): Promise<ProviderKey | undefined> {
  const [row] = await sql<ProviderKey[]>`
    DELETE FROM provider_keys WHERE project_id = ${projectId} AND id = ${id} RETURNING ${COLUMNS(sql)}`;
  return row && { ...row };
}

/** Only for what sends requests with it. */
export async function sealedProviderKey(sql: Sql, { projectId, id }: ProviderKeyId): Promise<Uint8Array | undefined> {
  const [row] = await sql<{ secret: Uint8Array }[]>`
    SELECT secret FROM provider_keys WHERE project_id = ${projectId} AND id = ${id}`;
  return row?.secret;
}
