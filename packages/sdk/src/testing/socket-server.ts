/** A local server of WebSockets with scripted answers, for tests: real sockets, real frames, no provider. */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Reply } from './replay-server.ts';

/** One step of an answer: an event, its text, or the end of the connection. */
export type SocketStep = object | string | { close: number };

export interface SocketServer {
  /** The address of the API as clients take it. */
  url: string;
  handshakes: IncomingMessage['headers'][];
  /** Every message of a client, in order of arrival. */
  messages: string[];
  /** The answers to the next messages that ask for a response, in order. */
  next(...answers: readonly SocketStep[][]): void;
  /** Messages that are sent as soon as a client has connected. */
  greet(...steps: readonly SocketStep[]): void;
  /** Sends steps to the client that connected last, without a message of it. */
  push(...steps: readonly SocketStep[]): void;
  /** Resolves when a client has sent the text. */
  arrival(text: string): Promise<void>;
  reset(): void;
  close(): Promise<void>;
}

export async function startSocketServer(isAsked = (text: string) => text.includes('response.create')) {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const heard = new EventEmitter<{ message: [string] }>();
  const state = { answers: [] as (readonly SocketStep[])[], greeting: [] as readonly SocketStep[] };
  let latest: WebSocket | undefined;
  const handshakes: IncomingMessage['headers'][] = [];
  const messages: string[] = [];
  sockets.on('connection', (socket, { headers }) => {
    latest = socket;
    handshakes.push(headers);
    play(socket, state.greeting);
    socket.on('message', (data: unknown) => {
      const text = String(data);
      messages.push(text);
      heard.emit('message', text);
      if (isAsked(text)) play(socket, state.answers.shift() ?? []);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const found: SocketServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    handshakes,
    messages,
    next: (...more) => void state.answers.push(...more),
    greet: (...steps) => void (state.greeting = steps),
    push: (...steps) => latest && play(latest, steps),
    async arrival(text) {
      while (!messages.some((message) => message.includes(text))) await once(heard, 'message');
    },
    reset() {
      for (const list of [handshakes, messages, state.answers]) list.length = 0;
      state.greeting = [];
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return found;
}

function play(socket: WebSocket, steps: readonly SocketStep[]): void {
  for (const step of steps) {
    if (typeof step === 'object' && 'close' in step) socket.close(Number(step.close));
    else socket.send(typeof step === 'string' ? step : JSON.stringify(step));
  }
}

/** The events of a reply over HTTP, each as the text that a socket sends. */
export function eventsOf({ body }: Reply): string[] {
  const lines = String(body).split('\n');
  return lines.filter((line) => line.startsWith('data: {')).map((line) => line.slice('data: '.length));
}
