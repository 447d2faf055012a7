/**
 * The Responses API over a WebSocket: each `response.create` with the events that answer it is one exchange. Lanes
 * (`stream_id`) run at the same time; in one lane, responses come in the order of their requests.
 */
import { isFields } from '../clients/observable-client.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { COMPLETE, endExchange } from '../tap/exchange-tap.ts';
import { parseJson } from '../platform/json.ts';
import { endWithSocket, keepEvent, openOverSocket, refuse, type SocketOwner } from './socket-exchange.ts';
import type { Frame, SocketSession } from './watch-socket.ts';

interface Lane {
  /** Requests whose response has not ended, oldest first: the first one is answered now. */
  open: Exchange[];
  /** The last request, which a response that the server starts itself continues. */
  last: Record<string, unknown>;
  /** Input that was sent while a response was running. */
  steering: unknown[];
}

/** Most events are neither the first nor the last of a response, and are not parsed. */
const MAY_MATTER = /"(?:response\.(?:created|completed|incomplete|failed|done|cancelled)|error)"/;
const TERMINAL = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.done',
  'response.cancelled',
]);
/** More lanes than any program uses. */
const MAX_LANES = 1_000;

export class ResponsesSession implements SocketSession {
  readonly #owner: SocketOwner;
  readonly #lanes = new Map<string, Lane>();
  #hasLanes = false;

  constructor(owner: SocketOwner) {
    this.#owner = owner;
  }

  sent(text: string): void {
    if (!text.includes('"response.')) return;
    const event = parseJson(text);
    if (!isFields(event)) return;
    if (event.type === 'response.create') this.#create(event, text);
    else if (event.type === 'response.steer') this.#steer(event);
  }

  received(frame: Frame): void {
    const matters = this.#hasLanes || MAY_MATTER.test(frame.text);
    const event = matters ? parseJson(frame.text) : undefined;
    if (matters && !isFields(event)) return;
    const { type, response, stream_id: lane, status } = isFields(event) ? event : {};
    const found = this.#lanes.get(laneName(lane));
    if (!found) return;
    if (type === 'response.created' && isFields(response) && found.open.length === 0) this.#succeed(found, response);
    if (type === 'error') return this.#fail(found, frame, status);
    const [exchange] = found.open;
    if (!exchange) return;
    keepEvent(exchange, frame);
    if (typeof type === 'string' && TERMINAL.has(type)) this.#end(found, exchange);
  }

  closed(isOwn: boolean): void {
    for (const { open } of this.#lanes.values()) {
      for (const exchange of open.splice(0)) endWithSocket(exchange, this.#owner, isOwn);
    }
    this.#lanes.clear();
  }

  #create(event: Record<string, unknown>, text: string): void {
    const name = laneName(event.stream_id);
    if (name !== '') this.#hasLanes = true;
    const lane = this.#lanes.get(name) ?? { open: [], last: {}, steering: [] };
    if (this.#lanes.size >= MAX_LANES && !this.#lanes.has(name)) return;
    this.#lanes.set(name, lane);
    const { model, instructions, tools } = event;
    lane.last = { model, instructions, tools };
    lane.steering = [];
    lane.open.push(openOverSocket(this.#owner, text));
  }

  #steer({ input }: Record<string, unknown>): void {
    const lane = [...this.#lanes.values()].find(({ open }) => open.length > 0);
    lane?.steering.push(...inputItems(input));
  }

  /** The server goes on by itself, with the input that steered the response before. */
  #succeed(lane: Lane, response: Record<string, unknown>): void {
    const { previous_response_id, model } = response;
    const body = { ...lane.last, model, previous_response_id, input: lane.steering.splice(0) };
    lane.open.push(openOverSocket(this.#owner, JSON.stringify(body)));
  }

  /** An error ends the request that was not answered yet, or else the response that is running. */
  #fail(lane: Lane, frame: Frame, status: unknown): void {
    const refused = lane.open.findLast((exchange) => exchange.status === undefined);
    const exchange = refused ?? lane.open[0];
    if (!exchange) return;
    if (refused && typeof status === 'number' && status >= 400) refuse(refused, frame, status);
    else keepEvent(exchange, frame);
    this.#end(lane, exchange);
  }

  #end(lane: Lane, exchange: Exchange): void {
    lane.open.splice(lane.open.indexOf(exchange), 1);
    endExchange(exchange, this.#owner.recording, COMPLETE);
  }
}

function laneName(streamId: unknown): string {
  return typeof streamId === 'string' ? streamId : '';
}

function inputItems(input: unknown): unknown[] {
  return Array.isArray(input) ? input : [{ role: 'user', content: input }];
}
