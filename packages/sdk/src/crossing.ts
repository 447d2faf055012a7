/** What goes between a ledger in a thread of its own (ledger-host.ts) and the caller's thread (remote-ledger.ts): plain data only. */
import { ROOT_CONTEXT, trace, type SpanContext } from '@opentelemetry/api';
import type { RunContext } from './context.ts';
import type { Exchange } from './exchange.ts';
import { joinedBytes } from './joined-bytes.ts';
import { KeptBody } from './kept-body.ts';
import { activeSpan, type Entries, type Seen } from './ledger.ts';
import type { ClaimQuestion } from './pending-calls.ts';
import type { Undelivered } from './undelivered.ts';

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

export interface SentAnswer extends Sizes, Pick<Exchange, AnswerFields | 'snapshots'> {
  id: number;
  error: { name: string; message: string } | undefined;
  content: string | Uint8Array[];
}

/** In the order in which they happened. `glanced`: as far as it has come. `closed`: the last one of the attempts counts. */
export type Note =
  | { kind: 'seen'; request: SentRequest }
  | { kind: 'glanced'; answer: SentAnswer }
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
  | { kind: 'flush'; number: number; deadline: number };

/** Who asks waits for the answer, and does nothing else. `until`, `deadline`: Unix milliseconds. */
export type Question =
  { kind: 'claim'; question: ClaimQuestion; until: number } | { kind: 'recall' } | { kind: 'flush'; deadline: number };

export type FromHost =
  | { kind: 'read'; number: number }
  | { kind: 'flushed'; number: number; undelivered: Undelivered }
  | { kind: 'trouble'; trouble: string; message: string };

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
  // With every field that `receiveAnswer` will write.
  return {
    method,
    url,
    requestBody,
    attempt,
    startedAt,
    settings: { run },
    context: active ? trace.setSpanContext(ROOT_CONTEXT, active) : ROOT_CONTEXT,
    timeoutSeconds: undefined,
    answeredAt: undefined,
    firstChunkAt: undefined,
    endedAt: undefined,
    status: undefined,
    contentType: undefined,
    earlier: last ? [last] : [],
    body: new KeptBody(),
    keptBytes: 0,
    totalBytes: 0,
    outcome: undefined,
    error: undefined,
    snapshots: undefined,
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
    snapshots: exchange.snapshots,
  };
}

/** The same of an answer that streams on: with a copy, since the body goes on to grow. */
export function sentGlance(exchange: Exchange): SentAnswer {
  const answer = sentAnswer(exchange);
  const { content } = answer;
  return { ...answer, content: typeof content === 'string' ? content : [joinedBytes(content)] };
}

/** Writes an answer into the exchange that it belongs to. */
export function receiveAnswer(exchange: Exchange, answer: SentAnswer): void {
  const { content, error } = answer;
  exchange.attempt = answer.attempt;
  exchange.answeredAt = answer.answeredAt;
  exchange.firstChunkAt = answer.firstChunkAt;
  exchange.endedAt = answer.endedAt;
  exchange.status = answer.status;
  exchange.contentType = answer.contentType;
  exchange.outcome = answer.outcome;
  exchange.keptBytes = answer.keptBytes;
  exchange.totalBytes = answer.totalBytes;
  exchange.body = KeptBody.holding(content);
  exchange.snapshots = answer.snapshots;
  if (error) exchange.error = Object.assign(new Error(error.message), { name: error.name });
}

function nameAndMessage({ name, message }: Error): { name: string; message: string } {
  return { name: String(name), message: String(message) };
}
