// The audit log of a project as a file, for its owners.
import { forMember, memberProject } from '../../../../../../server/access/member-project.ts';
import { auditAnswer } from '../../../../../../server/audit/audit-answer.ts';
import { plain } from '../../../../../../server/trpc/file-answer.ts';

export async function GET(request: Request, { params }: { params: Promise<{ project: string }> }): Promise<Response> {
  const project = await memberProject(request, (await params).project);
  if (project instanceof Response) return project;
  if (project.role !== 'owner') return plain('Only an owner of the project may see its audit log.', 403);
  return forMember(project, await auditAnswer(request, { projectId: project.id }, project.actor));
}
