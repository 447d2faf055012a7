// The members of a project, and its invitations.
import {
  changeRole,
  createInvitation,
  listInvitations,
  MAX_INVITATIONS,
  removeMember,
  revokeInvitation,
  type KeyDecision,
  type RemovalRefusal,
  type Sql,
} from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { ROLES } from '../../../lib/account/roles.ts';
import { invitationPath } from '../../../lib/address/invitation-path.ts';
import { TEXT } from '../../trpc/inputs.ts';
import { ownerProcedure, projectProcedure, router } from '../../trpc/trpc.ts';

/** As many as a table shows; a project has a handful. */
const MAX_MEMBERS = 500;

const ownersOnly = ownerProcedure('Only owners of the project decide who sees it.');

const EMAIL = z.string().trim().toLowerCase().pipe(z.email().max(254));
const ROLE = z.enum(ROLES);
const USER_ID = TEXT.min(1).max(64);
const MEMBER = z.object({ user: USER_ID });

const NOT_INVITED = {
  member: { code: 'CONFLICT', message: 'Who has this address is a member already.' },
  many: {
    code: 'TOO_MANY_REQUESTS',
    message: `${MAX_INVITATIONS} invitations wait already. Revoke some of them first.`,
  },
} as const;

const NOT_CHANGED = {
  'no member': { code: 'NOT_FOUND', message: 'There is no such member.' },
  'last owner': { code: 'CONFLICT', message: 'A project has at least one owner. Make another member an owner first.' },
  'keys undecided': {
    code: 'CONFLICT',
    message: 'This member has API keys that work. Choose whether they are revoked or handed over to an owner.',
  },
  'no such owner': { code: 'CONFLICT', message: 'Keys are handed over to another owner of this project.' },
} as const satisfies Record<RemovalRefusal, { code: TRPCError['code']; message: string }>;

const KEY_DECISION = z.discriminatedUnion('action', [
  z.object({ action: z.literal('revoke') }),
  z.object({ action: z.literal('hand-over'), ownerId: USER_ID }),
]) satisfies z.ZodType<KeyDecision>;

function orRefused(answer: RemovalRefusal | 'done'): void {
  if (answer !== 'done') throw new TRPCError(NOT_CHANGED[answer]);
}

async function memberOf({ sql, project }: { sql: Sql; project: { id: string } }, userId: string) {
  const [member] = await sql<{ email: string; role: string }[]>`
    SELECT u.email, m.role FROM project_members m JOIN users u ON u.id = m.user_id
    WHERE m.project_id = ${project.id} AND m.user_id = ${userId}`;
  return member;
}

export const membersRouter = router({
  list: projectProcedure.query(async ({ ctx }) => {
    const members = await ctx.prisma.projectMember.findMany({
      where: { projectId: ctx.project.id },
      select: {
        role: true,
        createdAt: true,
        // Selected one by one, so that nothing else about a user or a session leaves the server.
        user: {
          select: {
            id: true,
            name: true,
            email: true,
            sessions: { select: { updatedAt: true }, orderBy: { updatedAt: 'desc' }, take: 1 },
          },
        },
      },
      orderBy: { createdAt: 'asc' },
      take: MAX_MEMBERS,
    });
    return members.map(({ role, createdAt, user: { sessions, id, ...person } }) => ({
      ...person,
      id,
      role,
      since: createdAt,
      /** To 10 minutes (sign-in/auth.ts). */
      lastSeen: sessions[0]?.updatedAt ?? null,
      isMe: id === ctx.me.id,
    }));
  }),

  invitations: ownersOnly.query(({ ctx }) => listInvitations(ctx.sql, ctx.project.id)),

  /** The link is only in this response: the first person to open it becomes the member. */
  invite: ownersOnly.input(z.object({ email: EMAIL, role: ROLE })).mutation(async ({ ctx, input }) => {
    const made = await createInvitation(ctx.sql, { ...input, projectId: ctx.project.id, createdBy: ctx.me.id });
    if (typeof made === 'string') throw new TRPCError(NOT_INVITED[made]);
    ctx.describe({ target: input.email, after: { role: input.role, expiresAt: made.expiresAt } });
    return { id: made.id, url: `${ctx.env.webUrl}${invitationPath(made.token)}`, expiresAt: made.expiresAt };
  }),

  revokeInvitation: ownersOnly.input(z.object({ id: z.uuid() })).mutation(async ({ ctx, input }) => {
    const open = (await listInvitations(ctx.sql, ctx.project.id)).find(({ id }) => id === input.id);
    ctx.describe({ target: open?.email, before: { role: open?.role } });
    if (await revokeInvitation(ctx.sql, ctx.project.id, input.id)) return;
    throw new TRPCError({ code: 'NOT_FOUND', message: 'There is no such invitation, or it does not wait any more.' });
  }),

  setRole: ownersOnly.input(MEMBER.extend({ role: ROLE })).mutation(async ({ ctx, input: { user, role } }) => {
    const member = await memberOf(ctx, user);
    ctx.describe({ target: member?.email, before: { role: member?.role }, after: { role } });
    orRefused(await changeRole(ctx.sql, { projectId: ctx.project.id, userId: user, role }));
  }),

  /** `keys`: what happens to the member's API keys; may be absent only when there are none. */
  remove: ownersOnly
    .input(MEMBER.extend({ keys: KEY_DECISION.optional() }))
    .mutation(async ({ ctx, input: { user, keys } }) => {
      const member = await memberOf(ctx, user);
      ctx.describe({ target: member?.email, before: { role: member?.role }, after: { keys } });
      orRefused(await removeMember(ctx.sql, { projectId: ctx.project.id, userId: user }, keys));
    }),
});
