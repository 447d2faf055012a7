// A whole trace as a file, or one of its steps: `?as=json`, `?as=markdown`, `?as=markdown&step=7`.
import { download, plain } from '../../../../../../server/file-answer.ts';
import { forMember, memberProject } from '../../../../../../server/member-project.ts';
import { services } from '../../../../../../server/services.ts';
import { oneStepAsMarkdown, openExport, traceAsJson, traceAsMarkdown } from '../../../../../../server/trace/export.ts';

interface Context {
  params: Promise<{ project: string; id: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { project: slug, id } = await params;
  const project = await memberProject(request, slug);
  if (project instanceof Response) return project;
  const { sql } = services();
  const key = { projectId: project.id, traceId: id };
  const trace = /^[\da-f]{32}$/.test(id) ? await openExport(sql, key) : undefined;
  if (!trace) return plain('There is no such trace in this project.', 404);
  const search = new URL(request.url).searchParams;
  const step = search.get('step');
  if (step !== null) {
    const text = await oneStepAsMarkdown(sql, key, { timeline: trace.timeline, number: Number(step) });
    return text === undefined ? plain('There is no such step in this trace.', 404) : plain(text, 200);
  }
  const name = `trace-${id.slice(0, 8)}`;
  const file =
    search.get('as') === 'markdown'
      ? download({ pieces: traceAsMarkdown(sql, key, trace), name: `${name}.md`, type: 'text/markdown' })
      : download({ pieces: traceAsJson(sql, key, trace), name: `${name}.json`, type: 'application/json' });
  return forMember(project, file);
}
