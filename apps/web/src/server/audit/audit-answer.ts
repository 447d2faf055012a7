// An audit log as a file: `?as=csv` or `?as=jsonl`, with the filter of its page.
import 'server-only';
import { recordAudit, type AuditActor, type AuditScope } from '@subtext/db';
import { services } from '../services.ts';
import { plain } from '../trpc/file-answer.ts';
import { AUDIT_FORMATS, auditBytes } from './audit-file.ts';
import { AUDIT_FILTER } from './audit-filter.ts';

/** The file is recorded in the log that it is of, before its first byte is sent. */
export async function auditAnswer(request: Request, scope: AuditScope, actor: AuditActor): Promise<Response> {
  const search = Object.fromEntries(new URL(request.url).searchParams);
  const filter = AUDIT_FILTER.safeParse(search);
  if (!filter.success) return plain('The filter of the audit log is not valid. Choose it on the page again.', 400);
  const format = search.as === 'jsonl' ? 'jsonl' : 'csv';
  const { sql } = services();
  await recordAudit(sql, { ...scope, actor, action: 'audit.export', target: format });
  const headers = {
    'content-type': `${AUDIT_FORMATS[format].type}; charset=utf-8`,
    'content-disposition': `attachment; filename="audit-log.${format}"`,
    'cache-control': 'no-store',
  };
  return new Response(auditBytes(sql, { ...scope, ...filter.data }, format), { headers });
}
