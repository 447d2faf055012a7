// The audit log, for owners: they administer members and keys. Its files are a route (settings/audit/export).
import { AUDIT_FILTER } from '../../audit/audit-filter.ts';
import { AUDIT_CURSOR, auditLogPage } from '../../audit/audit-log-page.ts';
import { ownerProcedure, router } from '../../trpc/trpc.ts';

const owned = ownerProcedure('Only an owner of the project may see its audit log.');

export const auditRouter = router({
  list: owned
    .meta({ texts: 'none' })
    .input(AUDIT_FILTER.extend({ cursor: AUDIT_CURSOR }))
    .query(({ ctx, input: { actor, action, from, to, cursor } }) =>
      auditLogPage(ctx.sql, { projectId: ctx.project.id, actor, action, from, to, cursor }),
    ),
});
