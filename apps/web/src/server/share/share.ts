// The second gate, for readers with a link and no session: a token gives read access to one trace, and to the kinds of
// text its creator chose. It has its own context without user and project, so a procedure of the first gate cannot be
// used behind this one.
import { randomUUID } from 'node:crypto';
import { findShareLink, type ShareLink, type Sql } from '@subtext/db';
import { initTRPC, TRPCError } from '@trpc/server';
import * as z from 'zod';
import { SHARED_PROJECT } from '../../lib/traces/share.ts';
import { inputTransformer, Refused } from '../gate/index.ts';
import type { LargeReads } from '../large-reads/large-reads.ts';
import { formatError } from '../trpc/trpc.ts';

export interface ShareContext {
  sql: Sql;
  reads: LargeReads;
  /** The link of the token. Looked up once per request, for any number of procedures. */
  link: () => Promise<ShareLink | undefined>;
  requestId: string;
}

export function createShareContext({ sql, reads }: Pick<ShareContext, 'sql' | 'reads'>, token: string): ShareContext {
  let link: Promise<ShareLink | undefined> | undefined;
  return { sql, reads, requestId: randomUUID().slice(0, 8), link: () => (link ??= findShareLink(sql, token)) };
}

const t = initTRPC
  .context<ShareContext>()
  .create({ transformer: inputTransformer, isDev: false, errorFormatter: formatError });

/** The screens name a trace by project and id; here the project is a fixed word, and the trace that of the link. */
const ADDRESS = z.object({ project: z.string().max(63), trace: z.string().max(32) });

/** Unknown, expired, revoked, or of another trace: the response is the same. */
const nothingHere = () => new Refused({ code: 'NOT_FOUND', message: 'This link does not work.' });

/**
 * The procedure finds `ctx.key`, the trace, and `ctx.shows`, the kinds of text. The token is checked before any input
 * is read.
 */
export const shareProcedure = t.procedure
  .use(async ({ ctx, next }) => {
    const link = await ctx.link();
    if (!link) throw nothingHere();
    return next({ ctx: { ...ctx, key: link.key, shows: link.shows } });
  })
  .input(ADDRESS)
  .use(({ ctx, input, next }) => {
    if (ctx.key.traceId !== input.trace || input.project !== SHARED_PROJECT) throw nothingHere();
    return next();
  });

export const notShared = (what: string) => new TRPCError({ code: 'FORBIDDEN', message: `${what}: not shared.` });

export const { router: shareRouterOf } = t;
