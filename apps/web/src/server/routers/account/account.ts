// A user's own account: where it is signed in, and how. Never the account of another user, and never a token of a session.
import type { Sql } from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { MAX_PASSKEY_NAME } from '../../../lib/account/passkey-name.ts';
import { PASSWORD_LENGTH } from '../../../lib/account/password-length.ts';
import { clientNetwork } from '../../gate/index.ts';
import { attempts } from '../../sign-in/attempts.ts';
import { deviceOf } from '../../sign-in/device.ts';
import { hasPassword, isCurrentPassword, storePassword } from '../../sign-in/password.ts';
import { needsPasskey, removePasskeys, SIGN_IN_WITH_PASSKEY } from '../../sign-in/passkeys/index.ts';
import { TEXT } from '../../trpc/inputs.ts';
import { accountProcedure, router } from '../../trpc/trpc.ts';

/** A user has a handful of sessions; of more than these, the oldest are not listed. */
const MAX_SESSIONS = 200;

const PASSWORD = TEXT.min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max);

interface CurrentUser {
  sql: Sql;
  me: { id: string; email: string };
  address?: string;
}

/** Limited like a sign-in, because a stolen session must not become a way to guess the password. */
async function requireCurrent({ sql, me, address = '' }: CurrentUser, current: string): Promise<void> {
  const network = clientNetwork(address);
  const wait = await attempts().password(me.email, network);
  if (wait !== undefined)
    throw new TRPCError({ code: 'TOO_MANY_REQUESTS', message: `Too many wrong passwords. Try again in ${wait} s.` });
  if (!(await isCurrentPassword(sql, me.id, current)))
    throw new TRPCError({ code: 'FORBIDDEN', message: 'The current password is wrong.' });
  await attempts().passwordAccepted(me.email, network);
}

const PASSKEY = z.object({ id: TEXT.min(1).max(64) });

const NO_PASSKEY = { code: 'NOT_FOUND', message: 'This passkey was removed already.' } as const;

interface EndedSession {
  userAgent: string | null;
  address: string | null;
}

export const accountRouter = router({
  /** The sessions that are open now, last used first. */
  sessions: accountProcedure.query(async ({ ctx: { prisma, me, sessionId } }) => {
    const sessions = await prisma.session.findMany({
      where: { userId: me.id, expiresAt: { gt: new Date() } },
      select: { id: true, ipAddress: true, userAgent: true, createdAt: true, updatedAt: true },
      orderBy: { updatedAt: 'desc' },
      take: MAX_SESSIONS,
    });
    return sessions.map(({ id, ipAddress, userAgent, createdAt, updatedAt }) => ({
      id,
      device: deviceOf(userAgent) ?? null,
      address: ipAddress || null,
      since: createdAt,
      lastSeen: updatedAt,
      isThis: id === sessionId,
    }));
  }),

  /** The ways to sign in that the user has set up. */
  methods: accountProcedure.query(async ({ ctx: { sql, me } }) => ({
    password: await hasPassword(sql, me.id),
    secondFactor: me.hasSecondFactor,
  })),

  /** Needs the current password, if there is one. Ends all other sessions. */
  setPassword: accountProcedure
    .input(z.object({ password: PASSWORD, current: TEXT.optional() }))
    .mutation(async ({ ctx, input: { password, current = '' } }) => {
      const { sql, me, sessionId, describe } = ctx;
      if (ctx.env.oidc?.isOnly)
        throw new TRPCError({ code: 'FORBIDDEN', message: `You sign in with ${ctx.env.oidc.name}.` });
      const isChange = await hasPassword(sql, me.id);
      if (isChange) await requireCurrent(ctx, current);
      await storePassword(sql, me.id, password);
      await sql`DELETE FROM sessions WHERE user_id = ${me.id} AND id <> ${sessionId}`;
      describe({ before: { password: isChange ? 'set' : 'none' }, after: { password: 'set' } });
    }),

  /** The newest first, never with a key. */
  passkeys: accountProcedure.query(({ ctx: { prisma, me } }) =>
    prisma.passkey.findMany({
      where: { userId: me.id },
      select: { id: true, name: true, createdAt: true, lastUsedAt: true },
      orderBy: { createdAt: 'desc' },
    }),
  ),

  renamePasskey: accountProcedure
    .input(PASSKEY.extend({ name: TEXT.trim().min(1).max(MAX_PASSKEY_NAME) }))
    .mutation(async ({ ctx: { sql, me, describe }, input: { id, name } }) => {
      const [before] = await sql<{ name: string }[]>`
        SELECT name FROM passkeys WHERE id = ${id} AND user_id = ${me.id} FOR UPDATE`;
      if (!before) throw new TRPCError(NO_PASSKEY);
      await sql`UPDATE passkeys SET name = ${name} WHERE id = ${id}`;
      describe({ target: name, before: { name: before.name }, after: { name } });
    }),

  /** Ends the sessions that it opened, but not the current one. */
  removePasskey: accountProcedure.input(PASSKEY).mutation(async ({ ctx, input: { id } }) => {
    const { sql, me, sessionId } = ctx;
    if (await needsPasskey(ctx, me)) throw new TRPCError({ code: 'FORBIDDEN', message: SIGN_IN_WITH_PASSKEY });
    const [name] = await removePasskeys(sql, { userId: me.id, id, keptSession: sessionId });
    if (name === undefined) throw new TRPCError(NO_PASSKEY);
    ctx.describe({ target: name });
  }),

  endSession: accountProcedure
    .input(z.object({ id: TEXT.min(1).max(64) }))
    .mutation(async ({ ctx: { sql, me, describe }, input }) => {
      const [ended] = await sql<EndedSession[]>`
        DELETE FROM sessions WHERE id = ${input.id} AND user_id = ${me.id}
        RETURNING user_agent AS "userAgent", ip_address AS address`;
      if (!ended) throw new TRPCError({ code: 'NOT_FOUND', message: 'This session has already ended.' });
      describe({ target: deviceOf(ended.userAgent), before: { address: ended.address } });
    }),

  /** Resolves to the number of sessions that it ended. */
  endOtherSessions: accountProcedure.mutation(async ({ ctx: { sql, me, sessionId, describe } }) => {
    const { count } = await sql`DELETE FROM sessions WHERE user_id = ${me.id} AND id <> ${sessionId}`;
    describe({ before: { sessions: count } });
    return count;
  }),
});
