// A whole trace as a file, or one of its steps: `?as=json`, `?as=markdown`, `?as=markdown&step=7`.
import { busyAnswer, download, plain } from '../../../../../../server/trpc/file-answer.ts';
import {
  forMember,
  memberProjectWithTexts,
  recordExport,
  type MemberProject,
} from '../../../../../../server/access/member-project.ts';
import { currentKey } from '../../../../../../server/trace/current-key.ts';
import { services } from '../../../../../../server/services.ts';

interface Context {
  params: Promise<{ project: string; id: string }>;
}

const FILES = {
  json: { ending: 'json', type: 'application/json' },
  markdown: { ending: 'md', type: 'text/markdown' },
} as const;

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { project: slug, id } = await params;
  const project = await memberProjectWithTexts(request, slug);
  if (project instanceof Response) return project;
  if (!/^[\da-f]{32}$/.test(id)) return noTrace();
  const key = await currentKey(project.id, id);
  const search = new URL(request.url).searchParams;
  const step = search.get('step');
  const as = search.get('as') === 'markdown' ? 'markdown' : 'json';
  try {
    if (step !== null) return await oneStep(request, { project, key, number: Number(step) });
    const document = await services().reads.document(key, { name: as }, request.signal);
    if (!document) return noTrace();
    await recordExport(project, 'trace.export', key.traceId);
    const { ending, type } = FILES[as];
    const file = await download(document, { name: `trace-${id.slice(0, 8)}.${ending}`, type });
    return forMember(project, file);
  } catch (error) {
    return busyAnswer(error);
  }
}

const noTrace = () => plain('There is no such trace in this project.', 404);

interface WantedStep {
  project: MemberProject;
  key: { projectId: string; traceId: string };
  number: number;
}

async function oneStep({ signal }: Request, { project, key, number }: WantedStep): Promise<Response> {
  const text = await services().reads.value('stepMarkdown', key, { input: { number }, signal });
  if (text === undefined) return plain('There is no such step in this trace.', 404);
  await recordExport(project, 'trace.export', `${key.traceId} step ${number}`);
  return plain(text, 200);
}
