// Limits the body of a request. Next passes on bodies of any length, so without a limit a stranger could fill the
// memory.

/** Masking rules, the largest input, are at most 40 kB, and the text that they are tried on 20,000 characters. */
export const MAX_BODY_BYTES = 512 * 1024;

/**
 * The same request with its body in memory. For a body that is too long, the response that refuses it; the rest is not
 * read.
 */
export async function boundedRequest(request: Request): Promise<Request | Response> {
  if (request.body === null) return request;
  const tooLarge = () => new Response(`A request has at most ${MAX_BODY_BYTES} bytes.`, { status: 413 });
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return tooLarge();
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the body.
  for await (const piece of request.body) {
    size += piece.length;
    if (size > MAX_BODY_BYTES) return tooLarge();
    pieces.push(piece);
  }
  const { method, headers, signal, url } = request;
  return new Request(url, { method, headers, signal, body: Buffer.concat(pieces) });
}
