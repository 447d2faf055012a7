/** `fetch` through the gate, for clients that take one. */
import type { IncomingMessage } from 'node:http';
import type { AllowedAddresses } from './addresses.ts';
import { destinationUrl, resolveName, type Resolve } from './destination.ts';
import { sendRequest } from './send-request.ts';

interface FetchOptions {
  allowed: AllowedAddresses;
  /** A longer answer is an error, because it is in memory as a whole. */
  maxBytes: number;
  resolve?: Resolve;
}

/** The body of a request is text or bytes. Redirects are answers like others. */
export function outboundFetch({ allowed, maxBytes, resolve = resolveName }: FetchOptions): typeof fetch {
  return async (input, init = {}) => {
    const url = destinationUrl(input instanceof Request ? input.url : String(input));
    const { method = 'GET', headers, body, signal } = init;
    if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof Uint8Array))
      throw new TypeError('A body that is neither text nor bytes cannot be sent.');
    const answer = await sendRequest(url, {
      ...{ allowed, resolve, method, body: body ?? undefined, signal: signal ?? undefined },
      headers: Object.fromEntries(new Headers(headers)),
    });
    const status = answer.statusCode ?? 0;
    const bytes = await wholeBody(answer, maxBytes);
    const hasBody = method !== 'HEAD' && ![204, 205, 304].includes(status);
    return new Response(hasBody ? bytes : null, { status, headers: headersOf(answer) });
  };
}

async function wholeBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    pieces.push(piece);
    size += piece.length;
    if (size > maxBytes) throw new Error(`The answer is longer than ${maxBytes} bytes.`);
  }
  return Buffer.concat(pieces);
}

function headersOf({ headers }: IncomingMessage): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
}
