// The conversation as of a step as a file: a request body, or the command that sends it. The URL contains the options.
import { plain, textDownload } from '../../../../../../server/file-answer.ts';
import { forMember, memberProject } from '../../../../../../server/member-project.ts';
import { services } from '../../../../../../server/services.ts';
import { wholeSpans } from '../../../../../../server/whole-spans.ts';
import { bodyAsJson } from '../../../../../../server/trace/body-as-json.ts';
import { buildConversation } from '../../../../../../server/trace/conversation.ts';
import { askedIn } from '../../../../../../server/trace/conversation-input.ts';
import { asCurl } from '../../../../../../server/trace/curl.ts';

interface Context {
  params: Promise<{ project: string; id: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { project: slug, id } = await params;
  const project = await memberProject(request, slug);
  if (project instanceof Response) return project;
  const search = new URL(request.url).searchParams;
  const asked = askedIn(search);
  if (!asked || !/^[\da-f]{32}$/.test(id)) return plain('Invalid request for a conversation.', 400);
  const { sql } = services();
  const key = { projectId: project.id, traceId: id };
  const [whole] = await wholeSpans(sql, key, [asked]);
  const built = whole && (await buildConversation(sql, key, whole));
  if (!built) return plain('There is no such model call in this trace.', 404);
  const { request: written, addressee, model } = built;
  const name = `conversation-${id.slice(0, 8)}`;
  const file =
    search.get('as') === 'curl'
      ? textDownload(asCurl({ target: addressee, model, body: written.body }), {
          name: `${name}.sh`,
          type: 'text/plain',
        })
      : textDownload(bodyAsJson(written.body), { name: `${name}.json`, type: 'application/json' });
  return forMember(project, file);
}
