// Responses that are files: streamed, never cached.
import { BusyError } from '../large-reads/busy-error.ts';
import type { DocumentReader } from '../large-reads/shared-document.ts';

export const plain = (text: string, status: number): Response =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });

/** 429 with `Retry-After`; rethrows any other error. */
export function busyAnswer(error: unknown): Response {
  if (!(error instanceof BusyError)) throw error;
  const answer = plain(error.message, 429);
  answer.headers.set('retry-after', String(error.retryAfterSeconds));
  return answer;
}

interface File {
  /** Without quotes and line breaks. */
  name: string;
  type: string;
}

/**
 * A document as a file, sent piece by piece as the client takes it. Resolves with its first piece.
 * @throws BusyError when too many large reads wait.
 */
export async function download(document: DocumentReader, file: File): Promise<Response> {
  const first = await document.next();
  // Next compresses it: it drops the content-encoding that a route sets.
  return new Response(bodyOf(first, document), { headers: headersOf(file) });
}

const headersOf = ({ name, type }: File) => ({
  'content-type': `${type}; charset=utf-8`,
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'no-store',
});

function bodyOf(first: Uint8Array | undefined, document: DocumentReader): ReadableStream<Uint8Array> {
  let next = Promise.resolve(first);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await next.catch(logged);
      if (!piece) return controller.close();
      controller.enqueue(piece);
      next = document.next();
      // It is awaited when the client has consumed this one.
      next.catch(() => {});
    },
    cancel: () => document.leave(),
  });
}

/** After the first byte of a file, an error can only abort it; the log has the reason. */
function logged(error: unknown): never {
  console.error(JSON.stringify({ level: 'error', path: 'download', error: String(error) }));
  throw error;
}
