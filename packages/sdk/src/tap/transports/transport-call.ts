/**
 * One model call as a transport below fetch sends it: opens an exchange when the whole request is known, and ends it
 * once. Used by node-http.ts and undici.ts.
 */
import { isModelPath } from '@subtext/reasoning';
import {
  createExchange,
  currentScope,
  isRetrieval,
  jsonBody,
  readHeaders,
  type Exchange,
  type Recording,
  type Settings,
} from '../../exchange/exchange.ts';
import { joinedBytes } from '../../exchange/kept-body.ts';
import { memoized } from '../../platform/memoized.ts';
import type { BodyEnd } from '../body-watch.ts';
import { COMPLETE, endExchange, ExchangeTap, noteAnswer } from '../exchange-tap.ts';

export interface Observation {
  settings: Settings;
  recording: Recording;
  /** Called with the address of a model call that could not be observed. */
  unseen(url: string): void;
}

/** A longer request is not observed: its copy would take this memory from the application. */
const MAX_REQUEST_BYTES = 64 * 1024 * 1024;

const isModelPathname = memoized((pathname) => isModelPath(pathname));

/** False for all requests but those of models, which then cost nothing more. */
export function mayBeModelCall(method: string, path: string): boolean {
  if (method === 'POST') return isModelPathname(path.split('?', 1)[0] ?? '');
  return isRetrieval({ method, url: path });
}

export interface SentHead {
  method: string;
  url: string;
  headers: [string, string][];
}

export class TransportCall {
  readonly #observation: Observation;
  readonly #scope = currentScope();
  #parts: (string | Uint8Array)[] = [];
  #partBytes = 0;
  #exchange: Exchange | undefined;
  #tap: ExchangeTap | undefined;
  /** False until the request is opened, or given up. */
  #isDecided = false;

  /** In the context of the caller. */
  constructor(observation: Observation) {
    this.#observation = observation;
  }

  /** Copies bytes, which the caller may change when they are sent. */
  keepRequest(chunk: string | Uint8Array): void {
    if (this.#isDecided || this.#partBytes > MAX_REQUEST_BYTES) return;
    this.#partBytes += chunk.length;
    this.#parts.push(typeof chunk === 'string' ? chunk : new Uint8Array(chunk));
  }

  /**
   * The body is sent, or the answer does not wait for the rest of it. `isObserved`: another tap has the same request.
   */
  open(readHead: () => SentHead, isObserved?: (body: Uint8Array) => boolean): void {
    if (this.#isDecided) return;
    this.#isDecided = true;
    const { method, url, headers } = readHead();
    const isEmpty = this.#partBytes === 0;
    const requestBody = isEmpty ? undefined : this.#requestBody();
    this.#parts = [];
    if (isObserved && requestBody instanceof Uint8Array && isObserved(requestBody)) return;
    const { settings, recording, unseen } = this.#observation;
    if (requestBody === undefined && method === 'POST') return isEmpty ? undefined : unseen(url);
    this.#exchange = createExchange({ method, url, requestBody, ...readHeaders(headers) }, settings, this.#scope);
    recording.started(this.#exchange);
  }

  /** The request cannot be observed. */
  giveUp(readHead: () => Pick<SentHead, 'url'>): void {
    if (this.#isDecided) return;
    this.#isDecided = true;
    this.#observation.unseen(readHead().url);
  }

  answered(status: number, header: (name: string) => string | undefined): void {
    const exchange = this.#exchange;
    if (!exchange || exchange.outcome !== undefined) return;
    const mayBeRead = noteAnswer(exchange, status, header);
    exchange.body.encoding = header('content-encoding');
    if (mayBeRead) this.#tap = new ExchangeTap(exchange, this.#observation.recording);
    else endExchange(exchange, this.#observation.recording, COMPLETE);
  }

  keep(chunk: Uint8Array): void {
    this.#tap?.keep(chunk);
  }

  finish(end: BodyEnd): void {
    this.#isDecided = true;
    if (this.#exchange) (this.#tap ?? new ExchangeTap(this.#exchange, this.#observation.recording)).finish(end);
  }

  #requestBody(): string | Uint8Array | undefined {
    if (this.#partBytes > MAX_REQUEST_BYTES) return undefined;
    const [first = '', ...rest] = this.#parts;
    if (rest.length === 0) return jsonBody(first);
    return jsonBody(joinedBytes(this.#parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))));
  }
}
