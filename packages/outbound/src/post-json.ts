/**
 * Sends one request to an address that a user chose.
 *
 *   URL → addresses, resolved once → all of them allowed → a connection to exactly these → a bounded answer
 *
 * Redirects are not followed, no credentials are sent, and each connection is closed after its answer.
 */
import type { IncomingMessage } from 'node:http';
import type { AllowedAddresses } from './addresses.ts';
import { destinationUrl, resolveName, type Resolve } from './destination.ts';
import { sendRequest } from './send-request.ts';

export interface OutboundOptions {
  allowed: AllowedAddresses;
  headers?: Readonly<Record<string, string>>;
  /** For the name, the connection and the answer together. */
  timeoutMs?: number;
  resolve?: Resolve;
}

export interface OutboundAnswer {
  status: number;
  /** The beginning of the body. */
  text: string;
}

const TIMEOUT_MS = 10_000;
/** Enough for the error message of a receiver. */
const MAX_ANSWER_BYTES = 4_096;

/**
 * Resolves to the answer, with any status.
 *
 * @throws RefusedDestination before anything is sent; Error when there was no answer
 */
export async function postJson(address: string, body: string, options: OutboundOptions): Promise<OutboundAnswer> {
  const { allowed, headers, timeoutMs = TIMEOUT_MS, resolve = resolveName } = options;
  const answer = await sendRequest(destinationUrl(address), {
    ...{ allowed, resolve, method: 'POST', body },
    headers: { 'content-type': 'application/json', ...headers },
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: answer.statusCode ?? 0, text: await beginningOf(answer) };
}

/** The status is known by now, so a body that is slow, endless or cut is only shorter. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of answer) {
      pieces.push(piece as Buffer);
      bytes += (piece as Buffer).length;
      if (bytes >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // What has arrived is enough.
  }
  answer.destroy();
  return Buffer.concat(pieces).subarray(0, MAX_ANSWER_BYTES).toString('utf8');
}
