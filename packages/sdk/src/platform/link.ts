/** The words of node-worker.ts and edge-worker.ts, for those who use a thread of their own without knowing what one is. */
import type { FromHost, Question, ToHost, Transfer } from '../crossing.ts';
import type { TracingOptions } from './platform.ts';

export interface Progress {
  /** Model calls it has read since it was started. */
  calls: number;
  /** Spans that wait there to be sent. */
  spans: number;
}

/** The way to a ledger in another thread. */
export interface Link {
  /** Throws when the message holds what no thread can give to another. */
  post(message: ToHost, transfer: Transfer): void;
  /** Blocks until the answer is there, for so many milliseconds at most; undefined when none came in time, or there is none. */
  ask(question: Question, patience: number): unknown;
  /** How far the other side has come, also when this thread stands still. */
  progress(): Progress;
  /** The process ends then (Unix milliseconds), so that the other side reads no longer than makes sense; undefined: it goes on after all. */
  expectEnd(deadline: number | undefined): void;
  end(): void;
}

export interface LinkEvents {
  heard(message: FromHost): void;
  /** The thread has ended, and nobody told it to. */
  lost(why: string): void;
}

/** undefined where there are no threads, or none can be had now. */
export type OpenLink = (settings: TracingOptions, events: LinkEvents) => Promise<Link | undefined>;
