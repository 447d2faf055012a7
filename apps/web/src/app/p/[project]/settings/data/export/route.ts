// Everything in a project as one file of lines of JSON, for its owners.
import { forMember, memberProjectWithTexts, recordExport } from '../../../../../../server/access/member-project.ts';
import { projectLines } from '../../../../../../server/exports/project-lines.ts';
import { services } from '../../../../../../server/services.ts';
import { busyAnswer, download, plain } from '../../../../../../server/trpc/file-answer.ts';

export async function GET(request: Request, { params }: { params: Promise<{ project: string }> }): Promise<Response> {
  const project = await memberProjectWithTexts(request, (await params).project);
  if (project instanceof Response) return project;
  if (project.role !== 'owner') return plain('Only an owner of the project may export it.', 403);
  const { reads, sql } = services();
  try {
    await recordExport(project, 'project.export', 'Download');
    const text = reads.stream(project.id, projectLines(sql, project), request.signal);
    return forMember(project, await download(text, { name: `${project.slug}.jsonl`, type: 'application/x-ndjson' }));
  } catch (error) {
    return busyAnswer(error);
  }
}
