// The conversation as of a step as a file: a request body, or a program that sends it. The URL contains the options.
import { busyAnswer, download, plain } from '../../../../../../server/trpc/file-answer.ts';
import { forMember, memberProjectWithTexts, recordExport } from '../../../../../../server/access/member-project.ts';
import { currentKey } from '../../../../../../server/trace/current-key.ts';
import { services } from '../../../../../../server/services.ts';
import { ofGeneration } from '../../../../../../server/trace/whole-spans.ts';
import { conversationChoices } from '../../../../../../server/trace/conversation/conversation-input.ts';

interface Context {
  params: Promise<{ project: string; id: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { project: slug, id } = await params;
  const project = await memberProjectWithTexts(request, slug);
  if (project instanceof Response) return project;
  const search = new URL(request.url).searchParams;
  const asked = conversationChoices(search);
  if (!asked || !/^[\da-f]{32}$/.test(id)) return plain('Invalid request for a conversation.', 400);
  const { sql, reads } = services();
  const key = await currentKey(project.id, id);
  const as = formOf(search.get('as'));
  try {
    const choices = await ofGeneration(sql, key, asked);
    if (!choices) return noModelCall();
    const document = await reads.document(key, { name: 'conversation', choices, as }, request.signal);
    if (!document) return noModelCall();
    await recordExport(project, 'trace.conversation', key.traceId);
    const { ending, type } = FILES[as];
    return forMember(project, await download(document, { name: `conversation-${id.slice(0, 8)}.${ending}`, type }));
  } catch (error) {
    return busyAnswer(error);
  }
}

const FILES = {
  json: { ending: 'json', type: 'application/json' },
  curl: { ending: 'sh', type: 'text/plain' },
  typescript: { ending: 'mts', type: 'text/plain' },
  python: { ending: 'py', type: 'text/plain' },
} as const;

const formOf = (asked: string | null): keyof typeof FILES =>
  asked !== null && Object.hasOwn(FILES, asked) ? (asked as keyof typeof FILES) : 'json';

const noModelCall = () => plain('There is no such model call in this trace.', 404);
