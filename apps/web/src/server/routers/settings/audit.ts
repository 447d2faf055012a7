// The audit log, for owners: they administer members and keys. Its files are a route (settings/audit/export).
import { auditPage } from '@subtext/db';
import * as z from 'zod';
import { AUDIT_FILTER } from '../../audit/audit-filter.ts';
import { ownerProcedure, router } from '../../trpc/trpc.ts';

const PAGE_ENTRIES = 50;

const owned = ownerProcedure('Only an owner of the project may see its audit log.');

export const auditRouter = router({
  list: owned
    .meta({ texts: 'none' })
    .input(
      AUDIT_FILTER.extend({
        cursor: z
          .string()
          .regex(/^\d{1,18}$/)
          .nullish(),
      }),
    )
    .query(async ({ ctx, input: { actor, action, from, to, cursor } }) => {
      const page = { projectId: ctx.project.id, actor, action, from, to, before: cursor ?? undefined };
      const rows = await auditPage(ctx.sql, { ...page, limit: PAGE_ENTRIES + 1 });
      const items = rows.slice(0, PAGE_ENTRIES);
      return { items, next: rows.length > PAGE_ENTRIES ? (items.at(-1)?.id ?? null) : null };
    }),
});
