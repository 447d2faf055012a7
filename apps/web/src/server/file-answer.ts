// Responses that are files: streamed, never cached.
import { BusyError } from './large-reads/busy-error.ts';
import type { DocumentReader } from './large-reads/shared-document.ts';

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

/** Whether the client accepts gzip: then a document is compressed once for all its clients, not once for each. */
export const takesGzip = (request: Request): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(request.headers.get('accept-encoding') ?? '');

interface File {
  /** Without quotes and line breaks. */
  name: string;
  type: string;
  /** The pieces are compressed. */
  gzip: boolean;
}

/**
 * A document as a file, sent piece by piece as the client takes it. Resolves with its first piece.
 * @throws BusyError when too many large reads wait.
 */
export async function download(document: DocumentReader, { gzip, ...file }: File): Promise<Response> {
  const first = await document.next();
  const headers = {
    ...headersOf(file),
    vary: 'accept-encoding',
    ...(gzip && { 'content-encoding': 'gzip' }),
  };
  return new Response(bodyOf(first, document), { headers });
}

/** A text that is in memory, written part by part. */
export function textDownload(parts: Iterable<string>, file: Omit<File, 'gzip'>): Response {
  const encoder = new TextEncoder();
  const rest = parts[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = rest.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  return new Response(body, { headers: headersOf(file) });
}

const headersOf = ({ name, type }: Omit<File, 'gzip'>) => ({
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
      // It is awaited when the client has taken this one.
      next.catch(() => {});
    },
    cancel: () => document.leave(),
  });
}

/** Once a file has begun, an error can only break it off: the log has the reason. */
function logged(error: unknown): never {
  console.error(JSON.stringify({ level: 'error', path: 'download', error: String(error) }));
  throw error;
}
