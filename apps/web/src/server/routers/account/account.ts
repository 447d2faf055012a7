// A user's own account: where it is signed in. Never the account of another user, and never a token of a session.
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { deviceOf } from '../../sign-in/device.ts';
import { TEXT } from '../../trpc/inputs.ts';
import { accountProcedure, router } from '../../trpc/trpc.ts';

/** A user has a handful; who has more sees the newest. */
const MAX_SESSIONS = 200;

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
