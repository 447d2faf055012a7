/** What goes between a ledger in a thread of its own (ledger-host.ts) and the caller's thread (remote-ledger.ts): plain data only. */
import { ROOT_CONTEXT, trace, type SpanContext } from '@opentelemetry/api';
import type { RunContext } from './context.ts';
import type { Exchange } from './exchange.ts';
import { KeptBody, MAX_SHARED_BLOCK } from './kept-body.ts';
import { activeSpan, type Entries, type Seen } from './ledger.ts';
import type { ClaimQuestion } from './pending-calls.ts';

/** The bytes of an array buffer that changes hands are gone where they were. */
export type Transfer = ArrayBufferLike[];

export interface SentRequest extends Pick<Exchange, 'method' | 'url' | 'requestBody' | 'attempt' | 'startedAt'> {
  id: number;
  run: RunContext;
  active: SpanContext | undefined;
  /** The attempt that it repeats. */
  after: number | undefined;
}

type AnswerFields = 'attempt' | 'answeredAt' | 'firstChunkAt' | 'endedAt' | 'status' | 'contentType' | 'outcome';
type Sizes = Pick<Exchange, 'keptBytes' | 'totalBytes'>;

export interface SentAnswer extends Sizes, Record<AnswerFields, Exchange[AnswerFields]> {
  id: number;
  error: { name: string; message: string } | undefined;
  content: string | Uint8Array[];
}

/** In the order in which they happened. `closed`: the last one of the attempts counts. */
export type Note =
  | { kind: 'seen'; request: SentRequest }
  | { kind: 'closed'; answers: SentAnswer[] }
  | { kind: 'answered'; ticket: number; mark: number }
  | { kind: 'secrets'; secrets: readonly string[] };

/** A whole ledger, with the exchanges that are not closed. */
export interface Moved {
  entries: Entries;
  seen: (readonly [SentRequest, Seen])[];
  standIns: readonly (readonly [string, string])[];
}

export type ToHost =
  | { kind: 'moved'; moved: Moved }
  | { kind: 'notes'; number: number; values: readonly unknown[] }
  | { kind: 'flush'; number: number };

/** Who asks waits for the answer, and does nothing else. `until`: Unix milliseconds. */
export type Question = { kind: 'claim'; question: ClaimQuestion; until: number } | { kind: 'recall' };

export type FromHost =
  { kind: 'read' | 'flushed'; number: number } | { kind: 'trouble'; trouble: string; message: string };

let lastId = 0;

export function idOf(exchange: Exchange): number {
  return (exchange.id ??= lastId += 1);
}

/** Functions stay where they are, and so does the state of a trace that has one. */
export function canCross(exchange: Exchange): boolean {
  const { mask, countTokens } = exchange.settings;
  return !mask && !countTokens && activeSpan(exchange)?.traceState === undefined;
}

export function sentRequest(exchange: Exchange): SentRequest {
  const { method, url, requestBody, attempt, startedAt, settings, earlier } = exchange;
  const last = earlier.at(-1);
  return {
    id: idOf(exchange),
    method,
    url,
    // A view would take its whole buffer along.
    requestBody: requestBody instanceof Uint8Array ? new Uint8Array(requestBody) : requestBody,
    attempt,
    startedAt,
    run: settings.run,
    active: activeSpan(exchange),
    after: last && idOf(last),
  };
}

export function receivedRequest(request: SentRequest, open: ReadonlyMap<number, Exchange>): Exchange {
  const { method, url, requestBody, attempt, startedAt, run, active, after } = request;
  const last = after === undefined ? undefined : open.get(after);
  return {
    method,
    url,
    requestBody,
    attempt,
    startedAt,
    settings: { run },
    context: active ? trace.setSpanContext(ROOT_CONTEXT, active) : ROOT_CONTEXT,
    timeoutSeconds: undefined,
    earlier: last ? [last] : [],
    body: new KeptBody(),
    keptBytes: 0,
    totalBytes: 0,
  };
}

/** The pieces of its content are still the body's own. */
export function sentAnswer(exchange: Exchange): SentAnswer {
  const { attempt, answeredAt, firstChunkAt, endedAt, status, contentType, outcome, keptBytes, totalBytes } = exchange;
  return {
    id: idOf(exchange),
    attempt,
    answeredAt,
    firstChunkAt,
    endedAt,
    status,
    contentType,
    outcome,
    keptBytes,
    totalBytes,
    error: exchange.error instanceof Error ? nameAndMessage(exchange.error) : undefined,
    content: exchange.body.content(),
  };
}

/** Writes an answer into the exchange that it belongs to. */
export function receiveAnswer(exchange: Exchange, { content, error, id: _, ...fields }: SentAnswer): void {
  Object.assign(exchange, fields, { body: KeptBody.holding(content) });
  if (error) exchange.error = Object.assign(new Error(error.message), { name: error.name });
}

/**
 * Notes on their way: the fields of one after those of the other in one list, which the engine copies several times as fast as objects, or as
 * it writes and reads them as JSON.
 */
export class PackedNotes {
  readonly values: unknown[] = [];
  readonly #pieces: Uint8Array[][] = [];

  add(note: Note): void {
    const { values } = this;
    switch (note.kind) {
      case 'seen':
        values.push(note.kind);
        return this.#addRequest(note.request);
      case 'closed':
        values.push(note.kind, note.answers.length);
        for (const answer of note.answers) this.#addAnswer(answer);
        return;
      case 'answered':
        return void values.push(note.kind, note.ticket, note.mark);
      case 'secrets':
        return void values.push(note.kind, note.secrets);
    }
  }

  /** What changes hands with the list: of the bodies in it no byte is anybody else's from now on. */
  transfer(): Transfer {
    return this.#pieces.length > 0 ? makeOwn(this.#pieces) : [];
  }

  #addRequest({ id, method, url, requestBody, attempt, startedAt, run, active, after }: SentRequest): void {
    this.values.push(id, method, url, requestBody, attempt, startedAt, run, after, active?.traceId);
    if (active) this.values.push(active.spanId, active.traceFlags, active.isRemote);
  }

  #addAnswer(answer: SentAnswer): void {
    const { id, attempt, answeredAt, firstChunkAt, endedAt, status, contentType, outcome, error, content } = answer;
    this.values.push(id, attempt, answeredAt, firstChunkAt, endedAt, status, contentType, outcome);
    this.values.push(answer.keptBytes, answer.totalBytes, error?.name, error?.message, content);
    if (typeof content !== 'string') this.#pieces.push(content);
  }
}

export function unpack(values: readonly unknown[]): Note[] {
  const notes: Note[] = [];
  let at = 0;
  const next = () => values[at++] as never;
  while (at < values.length) notes.push(unpackNote(next));
  return notes;
}

/** In the order in which they were written. */
function unpackNote(next: () => never): Note {
  const kind = next() as Note['kind'];
  switch (kind) {
    case 'seen':
      return { kind, request: unpackRequest(next) };
    case 'closed':
      return { kind, answers: Array.from({ length: next() }, () => unpackAnswer(next)) };
    case 'answered':
      return { kind, ticket: next(), mark: next() };
    case 'secrets':
      return { kind, secrets: next() };
  }
}

function unpackRequest(next: () => never): SentRequest {
  const request: SentRequest = {
    id: next(),
    method: next(),
    url: next(),
    requestBody: next(),
    attempt: next(),
    startedAt: next(),
    run: next(),
    after: next(),
    active: undefined,
  };
  const traceId: string | undefined = next();
  if (traceId !== undefined) request.active = { traceId, spanId: next(), traceFlags: next(), isRemote: next() };
  return request;
}

function unpackAnswer(next: () => never): SentAnswer {
  const answer: SentAnswer = {
    id: next(),
    attempt: next(),
    answeredAt: next(),
    firstChunkAt: next(),
    endedAt: next(),
    status: next(),
    contentType: next(),
    outcome: next(),
    keptBytes: next(),
    totalBytes: next(),
    error: undefined,
    content: [],
  };
  const [name, message]: [string | undefined, string] = [next(), next()];
  if (name !== undefined) answer.error = { name, message };
  answer.content = next();
  return answer;
}

/** Short pieces, which lie in buffers that others use, are copied into one; long ones take theirs along. */
function makeOwn(bodies: readonly Uint8Array[][]): Transfer {
  const pieces = bodies.flat();
  const [short, long] = [pieces.filter(isShort), pieces.filter((piece) => !isShort(piece))];
  let rest = new Uint8Array(short.reduce((total, { byteLength }) => total + byteLength, 0));
  const transfer = [...long.map(({ buffer }) => buffer), rest.buffer];
  for (const body of bodies) {
    for (const [index, piece] of body.entries()) {
      if (!isShort(piece)) continue;
      const copy = rest.subarray(0, piece.byteLength);
      copy.set(piece);
      rest = rest.subarray(piece.byteLength);
      body[index] = copy;
    }
  }
  return transfer;
}

function isShort({ byteLength }: Uint8Array): boolean {
  return byteLength <= MAX_SHARED_BLOCK;
}

function nameAndMessage({ name, message }: Error): { name: string; message: string } {
  return { name: String(name), message: String(message) };
}
