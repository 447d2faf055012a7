/**
 * The scripted provider: a model host on loopback for users without a key. It answers OpenAI Responses,
 * OpenAI-compatible Chat Completions, Anthropic Messages and Gemini in their own wire formats, streamed and not, and
 * OpenAI Responses over a WebSocket. Its answers are in scripts/; it finds the next turn from the history in the request, so that a real agent loop runs
 * against it.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { anthropicMessages } from './anthropic-messages.ts';
import { geminiContent } from './gemini-content.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import type { Exchange, Turn } from './script.ts';
import { scripts } from './scripts/index.ts';
import { acceptSocket } from './web-socket.ts';
import type { Conversation, ServerEvent, WireFormat } from './wire-format.ts';

export interface ScriptedProvider {
  /** `http://127.0.0.1:<port>`, without a path. */
  url: string;
  close(): Promise<void>;
}

export interface ScriptedProviderOptions {
  /** 1 = about a fifteenth of a real model's time, 0 = no pauses. */
  pace?: number;
  exchanges?: readonly Exchange[];
  /** Chooses the turn in place of `exchanges`. Throws with a sentence for the caller when no script fits. */
  choose?: ChooseTurn;
  /** Where stored conversations outlive the process. Absent = they do not. */
  memory?: string;
  /** An address of this machine; 127.0.0.1 by default. */
  host?: string;
}

export type ChooseTurn = (conversation: Conversation, request: unknown) => Turn;

/** The pause at pace 1. A real model takes ten to twenty milliseconds per token. */
const MILLISECONDS_PER_TOKEN = 0.8;
/** Timers are coarse: shorter pauses add up until one is worth a timer. */
const SHORTEST_PAUSE = 8;
const MAX_REQUEST_BYTES = 4_000_000;

export async function startScriptedProvider(options: ScriptedProviderOptions = {}): Promise<ScriptedProvider> {
  const { pace = 1, exchanges = scripts, choose = turnOf(exchanges), memory, host: address = '127.0.0.1' } = options;
  const formats = [anthropicMessages(memory), openaiResponses(memory), openaiChat, geminiContent] as WireFormat[];
  const host: Host = { formats, choose, pace };
  const server = createServer((request, response) => {
    answer(host, request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });
  const connections = new Set<Duplex>();
  server.on('upgrade', (request, connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
    talk(host, request, connection);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    url: `http://${address}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const connection of connections) connection.destroy();
      }),
  };
}

interface Host {
  formats: readonly WireFormat[];
  choose: ChooseTurn;
  pace: number;
}

async function answer(host: Host, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('x-scripted', 'this answer is scripted; no model was asked');
  const path = new URL(request.url ?? '/', 'http://loopback').pathname;
  const format = host.formats.find((candidate) => candidate.path.test(path));
  if (format === undefined || request.method !== 'POST') {
    send(response, 404, {
      error: { message: `The scripted provider has no ${request.method} ${path}.`, type: 'not_found_error' },
    });
    return;
  }
  try {
    const sent = JSON.parse(await read(request)) as object;
    const body: { stream?: boolean } = { ...sent, ...(format.fromPath?.(path) as object | undefined) };
    const conversation = format.read(body);
    if (conversation.complaint !== undefined) throw new Error(conversation.complaint);
    const turn = host.choose(conversation, body);
    const written = format.write(turn, body);
    if (body.stream === true) await play(response, format.stream(written, turn), host.pace);
    else await unstreamed(response, { body: written, turn, pace: host.pace });
  } catch (error) {
    if (response.headersSent) throw error;
    send(response, 400, format.error(error instanceof Error ? error.message : String(error)));
  }
}

/** OpenAI Responses over a WebSocket: each message is a request, answered by the events of a stream without pauses. */
function talk({ formats, choose }: Host, request: IncomingMessage, connection: Duplex): void {
  const path = new URL(request.url ?? '/', 'http://loopback').pathname;
  const format = formats.find((candidate) => candidate.path.test(path) && candidate.path.test('/responses'));
  if (!format) return void connection.destroy();
  const socket = acceptSocket(request, connection, (text) => {
    for (const event of answerOverSocket(format, choose, text)) socket.send(JSON.stringify(event));
  });
}

function answerOverSocket(format: WireFormat, choose: ChooseTurn, text: string): unknown[] {
  try {
    const body = JSON.parse(text) as { type?: string };
    if (body.type !== 'response.create') throw new Error(`There is no client event "${body.type}".`);
    const conversation = format.read(body);
    if (conversation.complaint !== undefined) throw new Error(conversation.complaint);
    const turn = choose(conversation, body);
    return [...format.stream(format.write(turn, body), turn)].map(({ data }) => data);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ type: 'error', status: 400, ...format.error(message) }];
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_REQUEST_BYTES) throw new Error(`The request is larger than ${MAX_REQUEST_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The turn of the exchange whose question was asked last. */
function turnOf(exchanges: readonly Exchange[]): ChooseTurn {
  return ({ asked, rounds }, request) => {
    const { seed } = request as { seed?: number };
    const exchange = exchanges.find((one) => one.asked === asked.trim() && (one.seed ?? seed) === seed);
    if (exchange === undefined) {
      const question = JSON.stringify(asked.slice(0, 80));
      throw new Error(
        `The scripted provider has no script for ${question}. With a real key in the environment a real model answers.`,
      );
    }
    const turn = exchange.turns[rounds];
    if (turn === undefined) throw new Error(`The script for this question ends after ${exchange.turns.length} turns.`);
    return turn;
  };
}

async function unstreamed(response: ServerResponse, answer: { body: object; turn: Turn; pace: number }): Promise<void> {
  await sleep(answer.turn.usage.output * MILLISECONDS_PER_TOKEN * answer.pace);
  send(response, 200, answer.body);
}

async function play(response: ServerResponse, events: Iterable<ServerEvent>, pace: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  let owed = 0;
  for (const { event, data, tokens = 0 } of events) {
    owed += tokens * MILLISECONDS_PER_TOKEN * pace;
    if (owed >= SHORTEST_PAUSE) {
      await sleep(owed);
      owed = 0;
    }
    if (response.destroyed) return;
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`);
  }
  response.end();
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
