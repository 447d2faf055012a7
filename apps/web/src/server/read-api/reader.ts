// The caller of a request with an API key: a reader of the key's project.
import { findApiKey, markApiKeysUsed, type ApiKeyScope, type PrismaClient, type Sql } from '@subtext/db';
import { LRUCache } from 'lru-cache';
import type { Project, User } from '../access/access.ts';
import { READER } from '../../lib/account/roles.ts';

export interface Reader {
  me: User;
  project: Project;
  /** What the key may read, as a member in this role. */
  role: typeof READER | 'analyst';
}

export interface Refusal {
  status: 401 | 403;
  message: string;
}

const BEARER = /^Bearer +(\S+)$/i;

/** What a request with a key needs. */
export type ReaderScope = 'read' | 'scores' | 'admin';

/** A key with the scope `figures` reads as an analyst does. */
const ALLOWED: Readonly<Record<ReaderScope, readonly ApiKeyScope[]>> = {
  read: ['read', 'figures'],
  scores: ['scores'],
  admin: ['admin'],
};
const MAY_NOT: Readonly<Record<ReaderScope, string>> = {
  read: 'read: it lacks the scope "read", or "figures" for answers without texts',
  scores: 'write scores or tags: it lacks the scope "scores"',
  admin: 'delete traces, start exports or read receipts: it lacks the scope "admin"',
};

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
  if (!key.scopes.some((one) => ALLOWED[scope].includes(one)))
    return { status: 403, message: `This API key may not ${MAY_NOT[scope]}.` };
  await markUsed(sql, key.id);
  const { name, lastFour, project } = await prisma.apiKey.findUniqueOrThrow({
    where: { id: key.id },
    select: {
      ...{ name: true, lastFour: true },
      project: { select: { id: true, slug: true, name: true, organizationId: true, archivedAt: true } },
    },
  });
  const { archivedAt, ...of } = project;
  const called = `API key ${name} …${lastFour}`;
  const me: User = {
    ...{ id: `key:${key.id}`, name: called, email: '', hasSecondFactor: false, hasProvenPasskey: false },
    credential: { kind: 'key', id: key.id },
  };
  return {
    me,
    project: { ...of, isArchived: archivedAt !== null },
    role: key.scopes.includes('read') ? READER : 'analyst',
  };
}

/** Counted from the last write, not from the last use, so that a busy key is updated as well. */
async function markUsed(sql: Sql, id: string): Promise<void> {
  const now = Date.now();
  if (now - (markedAt.get(id) ?? 0) < MARKED_MS) return;
  await markApiKeysUsed(sql, [{ id, at: new Date(now) }]);
  markedAt.set(id, now);
}
