// MCP over streamable HTTP, without sessions: each POST is one message with a key, and gets one response as JSON. It
// passes the gate of /api/v1: key, project, limits.
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import { trustedOrigins } from '../env.ts';
import { admit } from '../read-api/admit.ts';
import { failureOf, type Failure } from '../read-api/failure.ts';
import { postedObject } from '../read-api/posted-object.ts';
import { readerCaller } from '../read-api/reader-caller.ts';
import type { Services } from '../services.ts';
import { createServer } from './server.ts';

export type McpServices = Pick<Services, 'prisma' | 'sql' | 'reads' | 'env'>;

export async function answerMcp(request: Request, services: McpServices): Promise<Response> {
  const requestId = randomUUID().slice(0, 8);
  try {
    return await answer(request, services, requestId);
  } catch (cause) {
    return refused(failureOf(cause, { path: 'mcp', requestId }));
  }
}

async function answer(request: Request, services: McpServices, requestId: string): Promise<Response> {
  const origin = request.headers.get('origin');
  // A page of another site must not reach a server on localhost through the browser of its user (DNS rebinding).
  if (origin !== null && !trustedOrigins(services.env.webUrl).includes(origin))
    return refused({ status: 403, message: FOREIGN_ORIGIN });
  if (request.method !== 'POST') return refused({ status: 405, message: ONLY_POST });
  const reader = await admit(services, request.headers);
  if ('status' in reader) return refused(reader);
  const posted = await postedObject(request, ONE_MESSAGE);
  if ('status' in posted) return refused(posted);
  const caller = readerCaller(request, { reader, services, requestId });
  const server = createServer({ caller, project: reader.project.slug, webUrl: services.env.webUrl, requestId });
  // Without sessionIdGenerator: no sessions, so that any number of web processes can answer.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody: posted.body });
  response.headers.set('cache-control', 'no-store');
  return response;
}

const FOREIGN_ORIGIN =
  'This page may not use the MCP server: its Origin is not the address of this Subtext. Set SUBTEXT_WEB_URL to the address that people open.';
const ONLY_POST = 'This MCP server has no sessions and no stream of its own. Send each message by POST.';
/** MCP has had no batches since its version 2025-06-18. */
const ONE_MESSAGE = 'The body must be one JSON-RPC message: an object, not a batch.';

/** As JSON-RPC has errors; -32000 is its code for errors of the server's own. */
function refused({ status, message, retryAfter }: Failure): Response {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  if (status === 401) headers.set('www-authenticate', 'Bearer');
  if (status === 405) headers.set('allow', 'POST');
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter));
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status, headers });
}
