/**
 * Sends one request to an address that a user chose.
 *
 *   URL → addresses, resolved once → all of them allowed → a connection to exactly these → a bounded answer
 *
 * Redirects are not followed, no credentials are sent, and each connection is closed after its answer.
 */
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { LookupAddress } from 'node:dns';
import type { AllowedAddresses } from './addresses.ts';
import { addressesOf, destinationUrl, resolveName, type Resolve } from './destination.ts';

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
  const url = destinationUrl(address);
  const signal = AbortSignal.timeout(timeoutMs);
  const addresses = await beforeAbort(addressesOf(url, { allowed, resolve }), signal);
  const answer = await send(url, body, { addresses, headers, signal });
  return { status: answer.statusCode ?? 0, text: await beginningOf(answer) };
}

interface Sending {
  addresses: LookupAddress[];
  headers: Readonly<Record<string, string>> | undefined;
  signal: AbortSignal;
}

function send(url: URL, body: string, { addresses, headers, signal }: Sending): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Subtext',
      ...headers,
    },
    // A shared connection might lead to where another request was allowed to go.
    agent: false,
    lookup: pinnedTo(addresses),
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
    request.once('response', resolve);
    request.once('error', (error) => reject(signal.aborted ? tooSlow() : error));
    request.end(body);
  });
}

/** Answers every question with the addresses that were checked, so the name is never resolved again. */
const pinnedTo =
  (addresses: LookupAddress[]): LookupFunction =>
  (_hostname, options, callback) => {
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    callback(null, first!.address, first!.family);
  };

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

const tooSlow = () => new Error('There was no answer in time.');

function beforeAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(tooSlow()), { once: true });
    work.then(resolve, reject);
  });
}
