/**
 * What a ledger of past calls does, wherever it runs: in the caller's thread (local-ledger.ts), in its own
 * (thread/remote-ledger.ts), or first in one and then in the other (thread/movable-ledger.ts). Used by recorder.ts.
 */
import type { ModelRequest } from '@subtext/reasoning';
import type { Undelivered } from '../emit/queue/undelivered.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { ClaimQuery, PendingCall } from './pending-calls.ts';
import type { Continuation } from './stitching/stitch.ts';
import type { ToolRun } from './tool-runs.ts';
import type { RequestedCall, Turn } from './stitching/turn.ts';

/** A pending call that a function in this process has claimed and runs. */
export interface Claimed extends Pick<PendingCall, 'call' | 'parentSpan' | 'settings'> {
  /** Identifies the call in `functionReturned`. */
  ticket: number;
}

export interface Ledger {
  /** A request was sent. */
  requestSent(exchange: Exchange): void;
  /** The answer is streaming: sends a snapshot of it. */
  answerStreaming(exchange: Exchange): void;
  /** The exchange has ended and is not retried. Frees its bytes. */
  close(exchange: Exchange): void;
  /** The pending call that a function is about to run. The function's own span replaces it. */
  claim(question: ClaimQuery): Claimed | undefined;
  /** The result of a claimed call's function, as its `answerMark`. */
  functionReturned(ticket: number, mark: number): void;
  /** A framework announced that it has run a tool. */
  toolRan(run: ToolRun): void;
  /** Resolves when everything it received is read. */
  settled(): Promise<void>;
  /**
   * Records pending calls without a result, and sends all spans until the deadline (Unix milliseconds). Never rejects.
   */
  flush(deadline?: number): Promise<void>;
  /** Like `flush`, for the last time. */
  stop(deadline?: number): Promise<void>;
  /** Like `flush`, while this thread is blocked. */
  flushNow(deadline: number): void;
  /** What this thread handed over and was not sent. */
  undelivered(): Undelivered;
  /** The number of calls that a flush would record. */
  readonly size: number;
}

/** The ledger of a process: its tracer may have to be loaded first. */
export interface ProcessLedger extends Ledger {
  /** A promise while the ledger cannot be used yet. */
  ready(): true | Promise<unknown>;
}

/** The request, as it was read when it was sent. */
export interface ReadRequest {
  request: ModelRequest | null;
  /** The turn it continues. For a fetched stored response: the turn that was recorded of it. */
  continuation: Continuation | null;
}

/** The state of a ledger: plain data. The same object may occur several times in it. */
export interface Entries {
  turnsByKey: Map<string, Turn[]>;
  pending: PendingCall[];
  tickets: Map<number, RequestedCall>;
  lastTicket: number;
}
