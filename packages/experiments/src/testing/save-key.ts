/** A key of a provider as the settings of a project store it, for tests. */
import { saveProviderKey, type Sql } from '@subtext/db';
import { sealSecret } from '@subtext/export';
import { randomUUID } from 'node:crypto';
import { providerKeyOwner } from '../index.ts';

interface SavedKey {
  projectId: string;
  provider: string;
  baseUrl: string;
  secret: string;
  authSecret: string;
}

/** Resolves to its id. */
export async function saveKey(
  sql: Sql,
  { projectId, provider, baseUrl, secret, authSecret }: SavedKey,
): Promise<string> {
  const row = { projectId, id: randomUUID(), provider, baseUrl };
  const sealed = sealSecret(secret, { key: authSecret, owner: providerKeyOwner(row) });
  const savedBy = { id: 'ada', email: 'ada@example.com' };
  const label = `${provider} ${row.id.slice(0, 4)}`;
  const problem = await saveProviderKey(sql, { ...row, label, secret: sealed, lastFour: secret.slice(-4), savedBy });
  if (problem !== undefined) throw new Error(problem);
  return row.id;
}
