// The HTTP server in front of Next, in the same process: it has the socket, which Next's route handlers do not see. It
// finds the address of the client, refuses bodies that no page accepts before buffering a byte, and times out requests
// that do not end.
import type { MetricsAccess } from '@subtext/metrics';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { asksMetrics, countRequest, serveMetrics } from '../metrics/observe-requests.ts';
import { webMetrics } from '../metrics/web-metrics.ts';
import { CLIENT_ADDRESS_HEADER, clientAddress, type TrustedProxies } from './client-address.ts';
import { refusalHeaders, type Refusal } from './refusal.ts';
import { bodyRefusal, hasBody, UnfinishedBodies } from './request-body.ts';

/**
 * Node closes the connection of a request whose head or body takes longer; it looks every
 * `connectionsCheckingInterval`.
 */
export interface Patience {
  headersTimeout: number;
  requestTimeout: number;
  connectionsCheckingInterval: number;
}

/** Half a megabyte in 30 s is 17 kB/s. */
const PATIENCE: Patience = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 };

export interface GateOptions {
  /** Handles a request that passed. */
  handle: (request: IncomingMessage, response: ServerResponse) => unknown;
  isTrusted: TrustedProxies;
  /** The access to `/metrics`; undefined = it is not served. */
  metricsAccess?: MetricsAccess;
  isDevelopment?: boolean;
  patience?: Patience;
}

export function createGate(options: GateOptions): Server {
  const { handle, isTrusted, metricsAccess, isDevelopment = false, patience = PATIENCE } = options;
  const bodies = new UnfinishedBodies();
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    countRequest(request, response);
    if (metricsAccess && asksMetrics(request)) return void serveMetrics(request, response, metricsAccess);
    const address = clientAddress(request, isTrusted);
    // Replaces what the client sent under these names.
    request.headers[CLIENT_ADDRESS_HEADER] = address;
    request.headers['x-forwarded-for'] = address;
    const refusal =
      bodyRefusal(request, { isDevelopment }) ??
      (hasBody(request) ? bodies.admit(request, response, address) : undefined);
    if (refusal) return refuse(request, response, refusal);
    if (request.headers.expect !== undefined) response.writeContinue();
    handle(request, response);
  };
  // Without a listener of its own Node asks for every body that is announced by "Expect: 100-continue".
  return createServer(patience, receive).on('checkContinue', receive);
}

/** Time for a refused client to read the answer, before its connection is closed with the rest of its body unread. */
const FAREWELL_MS = 1_000;

function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  webMetrics().refused(refusal.status);
  if (hasBody(request)) {
    // Reading begins here, because Node otherwise reads and discards the whole body, however long it is.
    request.read(0);
    setTimeout(() => (request.complete ? request.resume() : request.socket.destroy()), FAREWELL_MS).unref();
  }
  response.writeHead(refusal.status, refusalHeaders(refusal));
  response.end(`${refusal.message}\n`);
}
