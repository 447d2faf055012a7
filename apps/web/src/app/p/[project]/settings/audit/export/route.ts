// The audit log as a file for owners: `?as=csv` or `?as=jsonl`, with the filter of the page.
import { forMember, memberProject, recordExport } from '../../../../../../server/access/member-project.ts';
import { AUDIT_FORMATS, auditBytes } from '../../../../../../server/audit/audit-file.ts';
import { AUDIT_FILTER } from '../../../../../../server/audit/audit-filter.ts';
import { plain } from '../../../../../../server/trpc/file-answer.ts';
import { services } from '../../../../../../server/services.ts';

export async function GET(request: Request, { params }: { params: Promise<{ project: string }> }): Promise<Response> {
  const project = await memberProject(request, (await params).project);
  if (project instanceof Response) return project;
  if (project.role !== 'owner') return plain('Only an owner of the project may see its audit log.', 403);
  const search = Object.fromEntries(new URL(request.url).searchParams);
  const filter = AUDIT_FILTER.safeParse(search);
  if (!filter.success) return plain('The filter of the audit log is not valid. Choose it on the page again.', 400);
  const format = search.as === 'jsonl' ? 'jsonl' : 'csv';
  await recordExport(project, 'audit.export', format);
  const bytes = auditBytes(services().sql, { ...filter.data, projectId: project.id }, format);
  const headers = {
    'content-type': `${AUDIT_FORMATS[format].type}; charset=utf-8`,
    'content-disposition': `attachment; filename="audit-log.${format}"`,
    'cache-control': 'no-store',
  };
  return forMember(project, new Response(bytes, { headers }));
}
