// The members of a project, and its invitations.
import {
  changeRole,
  createInvitation,
  INVITATION_DAYS,
  listInvitations,
  MAX_INVITATIONS,
  projectMembers,
  projectsOfUser,
  removeMember,
  revokeInvitation,
  type KeyDecision,
  type RemovalRefusal,
  type Sql,
} from '@subtext/db';
import { sendMail } from '@subtext/outbound';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { ROLES } from '../../../lib/account/roles.ts';
import { invitationPath } from '../../../lib/address/invitation-path.ts';
import type { WebEnv } from '../../env.ts';
import { invitationMail } from '../../mail/index.ts';
import { EMAIL } from '../../sign-in/email-address.ts';
import { mailReset } from '../../sign-in/mailed-links.ts';
import { removePasskeys } from '../../sign-in/passkeys/index.ts';
import { makeResetLink } from '../../sign-in/reset-link.ts';
import { removeSecondFactor } from '../../sign-in/second-factor/index.ts';
import { TEXT } from '../../trpc/inputs.ts';
import { ownerProcedure, projectProcedure, router } from '../../trpc/trpc.ts';

const ownersOnly = ownerProcedure('Only owners of the project decide who sees it.');

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

const BELONGS_ELSEWHERE = {
  code: 'FORBIDDEN',
  message:
    'This member also belongs to projects that you do not own, which the link would open. The operator can make one: npm run sign-in-link -- --email, with the address.',
} as const;

const FACTOR_ELSEWHERE = {
  code: 'FORBIDDEN',
  message:
    'This member also belongs to projects that you do not own. The operator can remove their second factor and their passkeys: npm run sign-in-link -- --remove-second-factor --email, with the address.',
} as const;

const OWN_FACTOR = {
  code: 'FORBIDDEN',
  message: 'You remove your own second factor and passkeys under Settings, Account.',
} as const;

interface OwnerOfProject {
  sql: Sql;
  me: { id: string };
}

/** Whether the current user owns every project and every organization that the other user is in. */
async function ownsAllOf({ sql, me }: OwnerOfProject, userId: string): Promise<boolean> {
  const [theirs, mine] = await Promise.all([projectsOfUser(sql, { userId }), projectsOfUser(sql, { userId: me.id })]);
  const owned = new Set(mine.filter(({ role }) => role === 'owner').map(({ id }) => id));
  const foreign = await sql`
    SELECT FROM organization_members theirs WHERE theirs.user_id = ${userId} AND NOT EXISTS (
      SELECT FROM organization_members mine WHERE mine.organization_id = theirs.organization_id
        AND mine.user_id = ${me.id} AND mine.role = 'owner')`;
  return foreign.count === 0 && theirs.every(({ id }) => owned.has(id));
}

/** Resolves to the address of a member whose ways to prove who they are the current user may remove. */
async function resettableMember(ctx: OwnerOfProject & { project: { id: string } }, user: string): Promise<string> {
  const member = await memberOf(ctx, user);
  if (!member) throw new TRPCError(NOT_CHANGED['no member']);
  if (user === ctx.me.id) throw new TRPCError(OWN_FACTOR);
  if (!(await ownsAllOf(ctx, user))) throw new TRPCError(FACTOR_ELSEWHERE);
  return member.email;
}

interface Inviting {
  env: WebEnv;
  project: { name: string };
}

/** undefined = no mail is sent; false = it could not be sent, so the link has to be passed on. */
async function mailInvitation({ env, project }: Inviting, { to, url }: { to: string; url: string }) {
  if (!env.mail) return undefined;
  const mail = invitationMail({ to, url, project: project.name, days: INVITATION_DAYS });
  return sendMail(env.mail, mail).then(
    () => true,
    (error: Error) => {
      console.error('An invitation was not mailed:', error.message);
      return false;
    },
  );
}

async function mailedOrRefused(mailing: Promise<void>): Promise<void> {
  try {
    await mailing;
  } catch (cause) {
    console.error('A link was not mailed:', (cause as Error).message);
    throw new TRPCError({ code: 'BAD_GATEWAY', message: 'The mail server did not accept the mail. Try again later.' });
  }
}

export const membersRouter = router({
  list: projectProcedure.meta({ texts: 'none' }).query(async ({ ctx }) => {
    const members = await projectMembers(ctx.sql, ctx.project.id);
    return members.map(({ hasSecondFactor, hasPasskeys, ...member }) => ({
      ...member,
      isMe: member.id === ctx.me.id,
      // Only for owners: to others it would name the accounts that are easiest to take over.
      hasSecondFactor: ctx.role === 'owner' ? hasSecondFactor : null,
      hasPasskeys: ctx.role === 'owner' ? hasPasskeys : null,
    }));
  }),

  invitations: ownersOnly.meta({ texts: 'none' }).query(({ ctx }) => listInvitations(ctx.sql, ctx.project.id)),

  /** The link is only in this response: the first person to open it becomes the member. */
  invite: ownersOnly.input(z.object({ email: EMAIL, role: ROLE })).mutation(async ({ ctx, input }) => {
    const made = await createInvitation(ctx.sql, { ...input, projectId: ctx.project.id, createdBy: ctx.me.id });
    if (typeof made === 'string') throw new TRPCError(NOT_INVITED[made]);
    ctx.describe({ target: input.email, after: { role: input.role, expiresAt: made.expiresAt } });
    const url = `${ctx.env.webUrl}${invitationPath(made.token)}`;
    const answer = { id: made.id, url, expiresAt: made.expiresAt, isMailed: undefined as boolean | undefined };
    // A mail cannot be called back, so its link has to work, and a slow mail server must not hold the transaction.
    ctx.afterCommit(async () => {
      answer.isMailed = await mailInvitation(ctx, { to: input.email, url });
    });
    return answer;
  }),

  /**
   * A link that sets a new password: mailed, or returned to be passed on where no mail is sent. The link alone gives
   * access to every project of the member, so it is returned only to an owner of all of them.
   */
  resetPassword: ownersOnly.input(MEMBER).mutation(async ({ ctx, input: { user } }) => {
    const member = await memberOf(ctx, user);
    if (!member) throw new TRPCError(NOT_CHANGED['no member']);
    if (ctx.env.oidc?.isOnly)
      throw new TRPCError({ code: 'FORBIDDEN', message: `Members sign in with ${ctx.env.oidc.name}.` });
    ctx.describe({ target: member.email, after: { sent: ctx.env.mail ? 'by mail' : 'to be passed on' } });
    const server = ctx.env.mail;
    if (server) {
      // As with invitations: a slow mail server must not hold the transaction.
      ctx.afterCommit(() => mailedOrRefused(mailReset({ prisma: ctx.prisma, env: ctx.env, server }, member.email)));
      return { email: member.email, url: undefined };
    }
    if (!(await ownsAllOf(ctx, user))) throw new TRPCError(BELONGS_ELSEWHERE);
    return { email: member.email, url: await makeResetLink(ctx, member.email) };
  }),

  /**
   * For a member who has lost the app and the backup codes. It weakens every project of the member, so only an owner of
   * all of them does it. Their sessions end.
   */
  resetSecondFactor: ownersOnly.input(MEMBER).mutation(async ({ ctx, input: { user } }) => {
    ctx.describe({ target: await resettableMember(ctx, user) });
    if (!(await removeSecondFactor(ctx.sql, user)))
      throw new TRPCError({ code: 'CONFLICT', message: 'This member has no second factor.' });
    await ctx.sql`DELETE FROM sessions WHERE user_id = ${user}`;
  }),

  /** For a member who has lost the devices. By the same rule as the second factor. */
  removePasskeys: ownersOnly.input(MEMBER).mutation(async ({ ctx, input: { user } }) => {
    const target = await resettableMember(ctx, user);
    const names = await removePasskeys(ctx.sql, { userId: user });
    if (names.length === 0) throw new TRPCError({ code: 'CONFLICT', message: 'This member has no passkey.' });
    ctx.describe({ target, before: { passkeys: names } });
    await ctx.sql`DELETE FROM sessions WHERE user_id = ${user}`;
  }),

  revokeInvitation: ownersOnly
    .meta({ worksInArchive: true })
    .input(z.object({ id: z.uuid() }))
    .mutation(async ({ ctx, input }) => {
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
    .meta({ worksInArchive: true })
    .input(MEMBER.extend({ keys: KEY_DECISION.optional() }))
    .mutation(async ({ ctx, input: { user, keys } }) => {
      const member = await memberOf(ctx, user);
      ctx.describe({ target: member?.email, before: { role: member?.role }, after: { keys } });
      orRefused(await removeMember(ctx.sql, { projectId: ctx.project.id, userId: user }, keys));
    }),
});
