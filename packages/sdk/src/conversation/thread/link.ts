/**
 * The types that node-worker.ts and edge-worker.ts implement, for callers that use a thread without depending on Node.
 */
import type { FromHost, LedgerQuery, ToHost, Transfer } from './thread-messages.ts';
import type { TracingOptions } from '../../emit/export/provider.ts';

export interface Progress {
  /** Model calls that the thread has read. */
  calls: number;
  /** Spans that wait in the thread to be sent. */
  spans: number;
}

/** The connection to a ledger in another thread. */
export interface Link {
  /** Throws when the message cannot be cloned. */
  post(message: ToHost, transfer: Transfer): void;
  /** Blocks until the answer arrives, for at most `patience` milliseconds; undefined when none arrived. */
  ask(question: LedgerQuery, patience: number): unknown;
  /** The progress of the other side, readable even while this thread is blocked. */
  progress(): Progress;
  /**
   * When the process ends (Unix milliseconds), so that the other side stops reading in time; undefined: it continues
   * after all.
   */
  expectEnd(deadline: number | undefined): void;
  end(): void;
}

export interface LinkEvents {
  heard(message: FromHost): void;
  /** The thread ended unexpectedly. */
  lost(why: string): void;
}

/** Resolves with undefined where threads are unavailable. */
export type OpenLink = (settings: TracingOptions, events: LinkEvents) => Promise<Link | undefined>;
