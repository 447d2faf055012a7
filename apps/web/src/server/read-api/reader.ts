// The caller of a request with an API key: a reader of the key's project.
import { findApiKey, markApiKeysUsed, type ApiKeyScope, type PrismaClient, type Sql } from '@subtext/db';
import { LRUCache } from 'lru-cache';
import type { Project, User } from '../access/access.ts';

export interface Reader {
  me: User;
  project: Project;
}

export interface Refusal {
  status: 401 | 403;
  message: string;
}

const BEARER = /^Bearer +(\S+)$/i;

/** What a request with a key needs. */
export type ReaderScope = Exclude<ApiKeyScope, 'ingest'>;

const MAY_NOT: Readonly<Record<ReaderScope, string>> = { read: 'read', scores: 'write scores' };

const howTo = (scope: ReaderScope) =>
  `Send a key with the scope "${scope}" as "Authorization: Bearer <key>". Keys are made under Settings, API keys.`;

const DELETED = 'The project of this API key was deleted. Use a key of another project.';

/** Lists of keys show the minute; a write for each request would cost more than the response. */
const MARKED_MS = 60_000;
const markedAt = new LRUCache<string, number>({ max: 10_000 });

export async function readerOf(
  { prisma, sql }: { prisma: PrismaClient; sql: Sql },
  headers: Headers,
  scope: ReaderScope = 'read',
): Promise<Reader | Refusal> {
  const [, secret] = BEARER.exec(headers.get('authorization') ?? '') ?? [];
  if (secret === undefined) return { status: 401, message: howTo(scope) };
  const key = await findApiKey(sql, secret);
  if (!key) return { status: 401, message: 'This API key is unknown, revoked or expired.' };
  if (key.projectState === 'deleted') return { status: 403, message: DELETED };
  if (!key.scopes.includes(scope))
    return { status: 403, message: `This API key may not ${MAY_NOT[scope]}: it lacks the scope "${scope}".` };
  await markUsed(sql, key.id);
  const { id, slug, name, organizationId, archivedAt } = await prisma.project.findUniqueOrThrow({
    where: { id: key.projectId },
  });
  const me: User = { id: `key:${key.id}`, name: 'API key', email: '', credential: { kind: 'key', id: key.id } };
  return { me, project: { id, slug, name, organizationId, isArchived: archivedAt !== null } };
}

/** Counted from the last write, not from the last use, so that a busy key is updated as well. */
async function markUsed(sql: Sql, id: string): Promise<void> {
  const now = Date.now();
  if (now - (markedAt.get(id) ?? 0) < MARKED_MS) return;
  await markApiKeysUsed(sql, [{ id, at: new Date(now) }]);
  markedAt.set(id, now);
}
