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

export interface SentAnswer extends Partial<Pick<Exchange, AnswerFields>> {
  id: number;
  keptBytes: number;
  totalBytes: number;
  error: { name: string; message: string } | undefined;
  pieces: Uint8Array[];
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
  | { kind: 'notes'; number: number; notes: Note[] }
  | { kind: 'flush'; number: number };

/** Who asks waits for the answer, and does nothing else. `until`: Unix milliseconds. */
export type Question = { kind: 'claim'; question: ClaimQuestion; until: number } | { kind: 'recall' };

export type FromHost =
  { kind: 'read' | 'flushed'; number: number } | { kind: 'trouble'; trouble: string; message: string };

const ids = new WeakMap<Exchange, number>();
let lastId = 0;

export function idOf(exchange: Exchange): number {
  const id = ids.get(exchange) ?? (lastId += 1);
  ids.set(exchange, id);
  return id;
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

/** Its pieces are still the body's own. */
export function sentAnswer(exchange: Exchange): SentAnswer {
  const { attempt, answeredAt, firstChunkAt, endedAt, status, contentType, outcome, keptBytes, totalBytes } = exchange;
  const times = {
    ...(answeredAt !== undefined && { answeredAt }),
    ...(firstChunkAt !== undefined && { firstChunkAt }),
  };
  return {
    id: idOf(exchange),
    attempt,
    ...times,
    ...(endedAt !== undefined && { endedAt }),
    ...(status !== undefined && { status }),
    ...(contentType !== undefined && { contentType }),
    ...(outcome !== undefined && { outcome }),
    keptBytes,
    totalBytes,
    error: exchange.error instanceof Error ? nameAndMessage(exchange.error) : undefined,
    pieces: exchange.body.pieces(),
  };
}

/** Writes an answer into the exchange that it belongs to. */
export function receiveAnswer(exchange: Exchange, { pieces, error, id: _, ...fields }: SentAnswer): void {
  Object.assign(exchange, fields, { body: KeptBody.holding(pieces) });
  if (error) exchange.error = Object.assign(new Error(error.message), { name: error.name });
}

/** Notes that can be sent: short pieces, which lie in buffers that others use, are copied into one; long ones take theirs along. */
export function packed(notes: readonly Note[]): { notes: Note[]; transfer: Transfer } {
  const pieces = notes.flatMap((note) =>
    note.kind === 'closed' ? note.answers.flatMap((answer) => answer.pieces) : [],
  );
  const [short, long] = [pieces.filter(isShort), pieces.filter((piece) => !isShort(piece))];
  let rest = new Uint8Array(short.reduce((total, { byteLength }) => total + byteLength, 0));
  const transfer = [...long.map(({ buffer }) => buffer), rest.buffer];
  const copied = (piece: Uint8Array) => {
    if (!isShort(piece)) return piece;
    const copy = rest.subarray(0, piece.byteLength);
    copy.set(piece);
    rest = rest.subarray(piece.byteLength);
    return copy;
  };
  const sent = notes.map((note): Note => {
    if (note.kind !== 'closed') return note;
    return { ...note, answers: note.answers.map((answer) => ({ ...answer, pieces: answer.pieces.map(copied) })) };
  });
  return { notes: sent, transfer };
}

function isShort({ byteLength }: Uint8Array): boolean {
  return byteLength <= MAX_SHARED_BLOCK;
}

function nameAndMessage({ name, message }: Error): { name: string; message: string } {
  return { name: String(name), message: String(message) };
}
