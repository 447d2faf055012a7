// Who may ask with a key, and how often: one check for /api/v1 and for /mcp.
import type { Services } from '../services.ts';
import { secondsToWait } from './limit.ts';
import { readerOf, type Reader, type ReaderScope } from './reader.ts';

export interface NotAdmitted {
  status: 401 | 403 | 429;
  message: string;
  /** Seconds; only with 429. */
  retryAfter?: number;
}

/** The reader of the key's project; else why the request is refused, and what to do. Counts the request. */
export async function admit(
  { prisma, sql, env }: Pick<Services, 'prisma' | 'sql' | 'env'>,
  headers: Headers,
  scope: ReaderScope = 'read',
): Promise<Reader | NotAdmitted> {
  const reader = await readerOf({ prisma, sql }, headers, scope);
  if ('status' in reader) return reader;
  const retryAfter = await secondsToWait(reader.me.id, env.readsPerMinute);
  if (retryAfter === undefined) return reader;
  const message = `A key may ask ${env.readsPerMinute} times a minute. Ask again in ${retryAfter} s.`;
  return { status: 429, message, retryAfter };
}
