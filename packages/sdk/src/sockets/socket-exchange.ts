/**
 * One response over a WebSocket, in the form that all stages after the tap know: an exchange whose body is a stream of
 * server-sent events, as the same response over HTTP would have.
 */
import { createExchange, keepChunk, type Exchange, type Recording, type Settings } from '../exchange/exchange.ts';
import { now } from '../platform/clock.ts';
import { endExchange } from '../tap/exchange-tap.ts';
import type { Frame } from './watch-socket.ts';

/** Where the exchanges of a client's sockets go. */
export interface Sink {
  settings: Settings;
  recording: Recording;
}

export interface SocketOwner extends Sink {
  /** The address as HTTP would have it, with the path that names the format. */
  url: string;
}

export function openOverSocket({ url, settings, recording }: SocketOwner, requestBody: string): Exchange {
  const exchange = createExchange({ method: 'POST', url, requestBody }, settings);
  recording.started(exchange);
  return exchange;
}

const encoder = new TextEncoder();
const BEGINNING = encoder.encode('data: ');
const END = encoder.encode('\n\n');

/** Appends an event of the answer. */
export function keepEvent(exchange: Exchange, { text, bytes }: Frame): void {
  if (exchange.status === undefined) {
    exchange.status = 200;
    exchange.answeredAt = now();
    exchange.contentType = 'text/event-stream';
  }
  // Line breaks between the tokens of JSON would end the event.
  if (!bytes || /[\r\n]/.test(text)) {
    return keepChunk(exchange, encoder.encode(`data: ${text.replace(/[\r\n]+/g, ' ')}\n\n`), 'keep');
  }
  for (const chunk of [BEGINNING, bytes, END]) keepChunk(exchange, chunk, 'keep');
}

/** Ends an exchange that the server refused: an error with the status that HTTP would have had. */
export function refuse(exchange: Exchange, { text }: Frame, status: number): void {
  exchange.status = status;
  exchange.answeredAt = now();
  exchange.contentType = 'application/json';
  keepChunk(exchange, encoder.encode(text), 'keep');
}

/** Ends an exchange whose socket has closed. */
export function endWithSocket(exchange: Exchange, { recording }: SocketOwner, isOwn: boolean): void {
  endExchange(exchange, recording, { outcome: isOwn ? 'abort' : 'cut' });
}
