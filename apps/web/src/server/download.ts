// Answers that are files: streamed, never kept, and behind the same rule of access as everything else.
import 'server-only';
import { membershipOf, userOf, type Project } from './access.ts';
import { services } from './services.ts';

/** The project for a member of it; else the answer that refuses, equal for a foreign project and one that does not exist. */
export async function memberProject(request: Request, slug: string): Promise<Project | Response> {
  const { auth, prisma } = services();
  const user = await userOf(auth, request.headers);
  if (!user) return plain('Your session has ended. Sign in again.', 401);
  const membership = await membershipOf(prisma, user.id, slug);
  return membership?.project ?? plain('There is no such project for you.', 404);
}

export const plain = (text: string, status: number): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });

interface Download {
  pieces: Iterable<string> | AsyncIterable<string>;
  /** Without quotes and line breaks. */
  name: string;
  type: string;
}

/** The answer that a browser saves as a file, written piece by piece as it is read; whoever stops reading stops the work behind it. */
export function download({ pieces, name, type }: Download): Response {
  const encoder = new TextEncoder();
  const reading = logged(pieces);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reading.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await reading.return(undefined)),
  });
  return new Response(body, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}

/** What fails in the middle can only break the file off: the reason is for the log. */
async function* logged(pieces: Download['pieces']): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    console.error(JSON.stringify({ level: 'error', path: 'download', error: String(error) }));
    throw error;
  }
}
