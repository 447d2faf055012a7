/** One request over a connection of its own, to addresses that were checked. */
import type { LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { AllowedAddresses } from './addresses.ts';
import { addressesOf, type Resolve } from './destination.ts';

export interface OutboundRequest {
  allowed: AllowedAddresses;
  resolve: Resolve;
  method: string;
  headers: OutgoingHttpHeaders;
  body: string | Uint8Array | undefined;
  /** Ends the wait for the name, the connection and the answer. */
  signal: AbortSignal | undefined;
}

/** Redirects are not followed. @throws RefusedDestination before anything is sent; Error when there was no answer */
export async function sendRequest(url: URL, outbound: OutboundRequest): Promise<IncomingMessage> {
  const addresses = await beforeAbort(addressesOf(url, outbound), outbound.signal);
  return send(url, addresses, outbound);
}

function send(url: URL, addresses: LookupAddress[], outbound: OutboundRequest): Promise<IncomingMessage> {
  const { method, headers, body, signal } = outbound;
  const options: RequestOptions = {
    method,
    headers: {
      'user-agent': 'Subtext',
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
    // A shared connection might lead to where another request was allowed to go.
    agent: false,
    lookup: pinnedTo(addresses),
    ...(signal && { signal }),
  };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
    request.once('response', resolve);
    request.once('error', (error) => reject(signal?.aborted ? tooSlow() : error));
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

const tooSlow = () => new Error('There was no answer in time.');

function beforeAbort<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(tooSlow()), { once: true });
    work.then(resolve, reject);
  });
}
