// A page of the audit log of a project or of an organization, for its screen.
import { auditPage, type AuditEntry, type AuditFilter, type AuditScope, type Sql } from '@subtext/db';
import * as z from 'zod';

const PAGE_ENTRIES = 50;

/** The id of the last entry of the page before; absent = the newest entries. */
export const AUDIT_CURSOR = z
  .string()
  .regex(/^\d{1,18}$/)
  .nullish();

type LogQuery = AuditScope & AuditFilter & { cursor: z.infer<typeof AUDIT_CURSOR> };

interface LogPage {
  items: AuditEntry[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

export async function auditLogPage(sql: Sql, { cursor, ...log }: LogQuery): Promise<LogPage> {
  const rows = await auditPage(sql, { ...log, before: cursor ?? undefined, limit: PAGE_ENTRIES + 1 });
  const items = rows.slice(0, PAGE_ENTRIES);
  return { items, next: rows.length > PAGE_ENTRIES ? (items.at(-1)?.id ?? null) : null };
}
