// How much a request may bring along. Next hands over bodies of any length, and their project, by which the gate knows whom to let in, is in them:
// without a bound a stranger could fill the memory.

/** Masking rules, the largest input, are at most 40 kB, and the text that they are tried on 20,000 characters. */
export const MOST_BODY_BYTES = 512 * 1024;

/** The same request with its body in memory; of a longer body the answer that refuses it, and no more of it is read. */
export async function boundedRequest(request: Request): Promise<Request | Response> {
  if (request.body === null) return request;
  const tooLarge = () => new Response(`A request has at most ${MOST_BODY_BYTES} bytes.`, { status: 413 });
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BODY_BYTES) return tooLarge();
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the body.
  for await (const piece of request.body) {
    size += piece.length;
    if (size > MOST_BODY_BYTES) return tooLarge();
    pieces.push(piece);
  }
  const { method, headers, signal, url } = request;
  return new Request(url, { method, headers, signal, body: Buffer.concat(pieces) });
}
