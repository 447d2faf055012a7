/**
 * The messages between the caller's thread (remote-ledger.ts) and a ledger in its own thread (ledger-host.ts): plain
 * data only.
 */
import { ROOT_CONTEXT, trace, type SpanContext } from '@opentelemetry/api';
import type { RunContext } from '../../exchange/context.ts';
import { activeSpan, type Exchange } from '../../exchange/exchange.ts';
import { joinedBytes, KeptBody } from '../../exchange/kept-body.ts';
import type { Entries, ReadRequest } from '../ledger.ts';
import type { ToolRun } from '../tool-runs.ts';
import type { ClaimQuery } from '../pending-calls.ts';
import type { Undelivered } from '../../emit/queue/undelivered.ts';

/** Transferred buffers are detached in the sending thread. */
export type Transfer = ArrayBufferLike[];

export interface SentRequest extends Pick<Exchange, 'method' | 'url' | 'requestBody' | 'attempt' | 'startedAt'> {
  id: number;
  run: RunContext;
  active: SpanContext | undefined;
  /** The id of the attempt before. */
  after: number | undefined;
}

type AnswerFields =
  | 'attempt'
  | 'answeredAt'
  | 'firstChunkAt'
  | 'endedAt'
  | 'status'
  | 'contentType'
  | 'inputTokens'
  | 'outcome'
  | 'isReplayed';
type Sizes = Pick<Exchange, 'keptBytes' | 'totalBytes'>;

export interface SentAnswer extends Sizes, Pick<Exchange, AnswerFields | 'snapshots'> {
  id: number;
  error: { name: string; message: string } | undefined;
  /** As it was sent, in this encoding. */
  content: string | Uint8Array[];
  encoding: string | undefined;
}

/**
 * One event of a ledger; notes are sent in order. `answer_streaming`: the answer so far. `closed`: the last answer is
 * that of the attempt that counts.
 */
export type Note =
  | { kind: 'request_sent'; request: SentRequest }
  | { kind: 'answer_streaming'; answer: SentAnswer }
  | { kind: 'closed'; answers: SentAnswer[] }
  | { kind: 'answered'; ticket: number; mark: number }
  | { kind: 'tool_ran'; run: ToolRun }
  | { kind: 'secrets'; secrets: readonly string[] };

/** The whole state of a ledger, with its open exchanges. */
export interface LedgerState {
  entries: Entries;
  openRequests: (readonly [SentRequest, ReadRequest])[];
  standIns: readonly (readonly [string, string])[];
}

export type ToHost =
  | { kind: 'moved'; moved: LedgerState }
  | { kind: 'notes'; number: number; values: readonly unknown[] }
  | { kind: 'flush'; number: number; deadline: number };

/** The sending thread blocks until the answer arrives. `until`, `deadline`: Unix milliseconds. */
export type LedgerQuery =
  { kind: 'claim'; question: ClaimQuery; until: number } | { kind: 'recall' } | { kind: 'flush'; deadline: number };

export type FromHost =
  | { kind: 'read'; number: number }
  | { kind: 'flushed'; number: number; undelivered: Undelivered }
  | { kind: 'budgets'; header: string }
  | { kind: 'trouble'; trouble: string; message: string };

let lastId = 0;

export function exchangeId(exchange: Exchange): number {
  return (exchange.id ??= lastId += 1);
}

/** True when an exchange can be sent to another thread: functions and a trace state cannot. */
export function canCross(exchange: Exchange): boolean {
  const { mask, countTokens } = exchange.settings;
  return !mask && !countTokens && activeSpan(exchange)?.traceState === undefined;
}

export function sentRequest(exchange: Exchange): SentRequest {
  const { method, url, requestBody, attempt, startedAt, settings, earlier } = exchange;
  const last = earlier.at(-1);
  return {
    id: exchangeId(exchange),
    method,
    url,
    // Cloning a view would clone its whole buffer.
    requestBody: requestBody instanceof Uint8Array ? new Uint8Array(requestBody) : requestBody,
    attempt,
    startedAt,
    run: settings.run,
    active: activeSpan(exchange),
    after: last && exchangeId(last),
  };
}

export function receivedRequest(request: SentRequest, open: ReadonlyMap<number, Exchange>): Exchange {
  const { method, url, requestBody, attempt, startedAt, run, active, after } = request;
  const last = after === undefined ? undefined : open.get(after);
  // All fields that `receiveAnswer` writes are declared here, so that the engine keeps one object shape.
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
    inputTokens: undefined,
    isReplayed: undefined,
    earlier: last ? [last] : [],
    body: new KeptBody(),
    keptBytes: 0,
    totalBytes: 0,
    outcome: undefined,
    error: undefined,
    snapshots: undefined,
  };
}

/** The pieces of its content still belong to the body. */
export function sentAnswer(exchange: Exchange): SentAnswer {
  const { attempt, answeredAt, firstChunkAt, endedAt, status, contentType, inputTokens, outcome, isReplayed } =
    exchange;
  const { keptBytes, totalBytes } = exchange;
  return {
    id: exchangeId(exchange),
    attempt,
    answeredAt,
    firstChunkAt,
    endedAt,
    status,
    contentType,
    inputTokens,
    isReplayed,
    outcome,
    keptBytes,
    totalBytes,
    error: exchange.error instanceof Error ? nameAndMessage(exchange.error) : undefined,
    content: exchange.body.stored(),
    encoding: exchange.body.encoding,
    snapshots: exchange.snapshots,
  };
}

/** The answer so far, with a copy of its content, since the body continues to grow. */
export function sentPartialAnswer(exchange: Exchange): SentAnswer {
  const answer = sentAnswer(exchange);
  const { content } = answer;
  return { ...answer, content: typeof content === 'string' ? content : [joinedBytes(content)] };
}

/** Writes an answer into its exchange. */
export function receiveAnswer(exchange: Exchange, answer: SentAnswer): void {
  const { content, encoding, error } = answer;
  exchange.attempt = answer.attempt;
  exchange.answeredAt = answer.answeredAt;
  exchange.firstChunkAt = answer.firstChunkAt;
  exchange.endedAt = answer.endedAt;
  exchange.status = answer.status;
  exchange.contentType = answer.contentType;
  exchange.inputTokens = answer.inputTokens;
  exchange.isReplayed = answer.isReplayed;
  exchange.outcome = answer.outcome;
  exchange.keptBytes = answer.keptBytes;
  exchange.totalBytes = answer.totalBytes;
  exchange.body = KeptBody.holding(content, encoding);
  exchange.snapshots = answer.snapshots;
  if (error) exchange.error = Object.assign(new Error(error.message), { name: error.name });
}

function nameAndMessage({ name, message }: Error): { name: string; message: string } {
  return { name: String(name), message: String(message) };
}
