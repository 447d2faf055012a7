/** What the stream of a project says: made in server/live, read in the browser. */
import type { CallRow, SpanRow } from '../skeleton.ts';

/** As in the skeleton of a trace, but call ids are written out: numbers for them would differ from event to event. */
export type LiveCall = Omit<CallRow, 'callId' | 'reasoningRef'> & {
  callId: string | null;
  reasoningRef: string | null;
  /** Beginnings of the texts; of an answer that is under way the ends. */
  thought: string | null;
  preamble: string | null;
  arguments: string | null;
};

/** News of one trace. Times are milliseconds since 1970. */
export interface LiveTraceNews {
  id: string;
  title: string | null;
  /** By the server's clock, and how long nothing had been stored of the trace by then. */
  at: number;
  quietMs: number;
  /** Ids of the spans that were just stored; the others are here because they tell of the same calls. */
  fresh: string[];
  spans: SpanRow[];
  calls: LiveCall[];
}

export type LiveStepsEvent =
  /** `news` is JSON of LiveTraceNews[], as one string: the transformer of tRPC would walk every value. */
  | { kind: 'steps'; news: string }
  /** What the screen begins with, the oldest first; sent again after a gap. */
  | { kind: 'recent'; news: string }
  | LiveState;

export type LiveChangesEvent = { kind: 'changes'; traces: string[] } | LiveState;

export type LiveState =
  /** Nothing happened; the place in the stream moves on. */
  | { kind: 'here' }
  /** The server cannot reach its database; it goes on by itself. */
  | { kind: 'away' }
  /** More than five minutes were missed, or the place is unknown: what came between is not told. */
  | { kind: 'gap' }
  /** The user has too many streams open. */
  | { kind: 'refused'; streams: number };
