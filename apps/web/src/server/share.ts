// The second gate, for those who have a link and no session: a token opens one trace, to read, and of it the kinds of
// text its maker chose. It has a context of its own, in which there is no user and no project to name: a procedure of
// the first gate cannot stand behind this one.
import { randomUUID } from 'node:crypto';
import { findShareLink, type ShareLink, type Sql } from '@subtext/db';
import { initTRPC, TRPCError } from '@trpc/server';
import * as z from 'zod';
import { SHARED_PROJECT } from '../lib/share.ts';
import { inputTransformer, Refused } from './gate/index.ts';
import type { LargeReads } from './large-reads/large-reads.ts';
import { formatError } from './trpc.ts';

export interface ShareContext {
  sql: Sql;
  reads: LargeReads;
  /** What the token opens. Looked up once per request, however many procedures it calls. */
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

/** The screens name a trace by project and id: here that is always the same word, and the one trace. */
const ADDRESS = z.object({ project: z.string().max(63), trace: z.string().max(32) });

/** Never made, over, revoked, or of another trace: who asks learns no more than that. */
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
