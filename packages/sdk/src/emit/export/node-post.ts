/**
 * Sends a body with Node's HTTP client over connections that do not keep the process alive: lifecycle.ts holds the
 * process while it waits.
 */
import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { AgentOptions } from 'node:https';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { BUDGET_HEADER, hearBudgets } from './budget-notices.ts';
import { RefusedError } from '../queue/delivery.ts';
import type { Receiver } from '../queue/span-queue.ts';

export interface HttpTarget {
  url: string;
  headers: Record<string, string>;
  agentFactory: (protocol: string) => Agent | Promise<Agent>;
  compression: string;
}

export interface NodePost {
  post: Receiver['post'];
  /** The TLS options from the environment, once something was sent. */
  tls(): Pick<AgentOptions, 'ca' | 'cert' | 'key'>;
}

type Request = (url: string, options: RequestOptions, answered: (response: IncomingMessage) => void) => ClientRequest;

/** The limit for a kept answer: only the text of an error is used. */
const MAX_ANSWER_BYTES = 64 * 1024;

export function nodePost({ url, headers, agentFactory, compression }: HttpTarget): NodePost {
  const isZipped = compression === 'gzip';
  const sent = { ...headers, ...(isZipped && { 'content-encoding': 'gzip' }) };
  let agent: Agent | undefined;
  return {
    async post(body, signal) {
      agent ??= await agentFactory(new URL(url).protocol);
      await send({
        url,
        options: { method: 'POST', headers: sent, agent, signal },
        body: isZipped ? await zipped(body) : body,
      });
    },
    tls() {
      // Not typed, but Node documents that `https.Agent` keeps its options.
      const { ca, cert, key } = (agent as { options?: AgentOptions } | undefined)?.options ?? {};
      return { ca, cert, key };
    },
  };
}

function send({ url, options, body }: { url: string; options: RequestOptions; body: Uint8Array }): Promise<void> {
  const { request } = url.startsWith('https:')
    ? process.getBuiltinModule('node:https')
    : process.getBuiltinModule('node:http');
  return new Promise((resolve, reject) => {
    const outgoing = (request as Request)(url, options, (response) => {
      readAnswer(response).then((text) => {
        const { statusCode = 0, statusMessage = '', headers } = response;
        if (statusCode >= 200 && statusCode < 300) {
          hearBudgets(headers[BUDGET_HEADER]);
          resolve();
        } else reject(new RefusedError(statusCode, statusMessage || text, headers['retry-after']));
      }, reject);
    });
    outgoing.on('socket', unreference);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** A new connection has one handle for each address that it tries. */
function unreference(socket: Socket): void {
  socket.unref();
  if (socket.connecting) socket.on('connectionAttempt', () => socket.unref());
}

async function readAnswer(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_ANSWER_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function zipped(body: Uint8Array): Promise<Uint8Array> {
  return promisify(process.getBuiltinModule('node:zlib').gzip)(body);
}
