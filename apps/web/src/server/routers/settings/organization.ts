// The organization above the projects: its projects, its members and its log. The files of the log are a route (app/o).
import {
  changeOrganizationRole,
  createProject,
  organizationMembers,
  organizationProjects,
  renameOrganization,
} from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { ORGANIZATION_ROLES } from '../../../lib/account/roles.ts';
import { AUDIT_FILTER } from '../../audit/audit-filter.ts';
import { AUDIT_CURSOR, auditLogPage } from '../../audit/audit-log-page.ts';
import { TEXT } from '../../trpc/inputs.ts';
import { organizationProcedure, router } from '../../trpc/trpc.ts';
import { PROJECT_NAME } from './projects.ts';

const NOT_CHANGED = {
  'no member': { code: 'NOT_FOUND', message: 'There is no such user in this organization.' },
  'last owner': {
    code: 'CONFLICT',
    message: 'An organization has at least one owner. Make another user an owner first.',
  },
} as const;

const owned = organizationProcedure.use(({ ctx, next }) => {
  if (ctx.organization.role === 'owner') return next();
  throw new TRPCError({ code: 'FORBIDDEN', message: 'Only an owner of the organization may do this.' });
});

export const organizationRouter = router({
  /** Also the projects that are being deleted, with the progress, for their owners. */
  projects: organizationProcedure.query(({ ctx }) => organizationProjects(ctx.sql, ctx.organization, ctx.me.id)),

  /** Owners also see the guests; a guest gets an empty list. */
  members: organizationProcedure.query(async ({ ctx: { sql, organization, me } }) => {
    const { id, role } = organization;
    if (role === 'guest') return [];
    const members = await organizationMembers(sql, { id, guests: role === 'owner' });
    return members.map((member) => ({ ...member, isMe: member.id === me.id }));
  }),

  createProject: organizationProcedure.input(z.object({ name: PROJECT_NAME })).mutation(async ({ ctx, input }) => {
    const project = { organizationId: ctx.organization.id, name: input.name, createdBy: ctx.me.id };
    const { slug } = await createProject(ctx.sql, project);
    ctx.describe({ target: input.name, after: { slug } });
    return { slug };
  }),

  rename: owned.input(z.object({ name: PROJECT_NAME })).mutation(async ({ ctx, input: { name } }) => {
    ctx.describe({ before: { name: ctx.organization.name }, after: { name } });
    await renameOrganization(ctx.sql, ctx.organization.id, name);
  }),

  setRole: owned
    .input(z.object({ user: TEXT.min(1).max(64), role: z.enum(ORGANIZATION_ROLES) }))
    .mutation(async ({ ctx, input: { user, role } }) => {
      const { id: organizationId } = ctx.organization;
      const members = await organizationMembers(ctx.sql, { id: organizationId, guests: true });
      const member = members.find(({ id }) => id === user);
      ctx.describe({ target: member?.email, before: { role: member?.role }, after: { role } });
      const change = { organizationId, userId: user, role, by: ctx.me.id };
      const answer = await changeOrganizationRole(ctx.sql, change);
      if (answer !== 'done') throw new TRPCError(NOT_CHANGED[answer]);
    }),

  log: owned
    .input(AUDIT_FILTER.extend({ cursor: AUDIT_CURSOR }))
    .query(({ ctx, input: { actor, action, from, to, cursor } }) =>
      auditLogPage(ctx.sql, { organizationId: ctx.organization.id, actor, action, from, to, cursor }),
    ),
});
