/** The events of a project's stream: created in server/live, read in the browser. */
import type { CallRow, SpanRow } from '../skeleton/skeleton.ts';

/** Like the rows of a skeleton, but with call ids as text: numbers would differ between events. */
export type LiveCall = Omit<CallRow, 'callId' | 'reasoningRef'> & {
  callId: string | null;
  reasoningRef: string | null;
  /** The beginnings of the texts; for a streaming response, the ends. */
  thought: string | null;
  preamble: string | null;
  arguments: string | null;
};

/** New spans of one trace. Times are milliseconds since 1970. */
export interface LiveTraceNews {
  id: string;
  title: string | null;
  /** The server's time, and for how long nothing had been stored of the trace by then. */
  at: number;
  quietMs: number;
  /** Ids of the spans that were just stored; the others are included because they describe the same calls. */
  fresh: string[];
  spans: SpanRow[];
  calls: LiveCall[];
}

export type LiveStepsEvent =
  /** `news` is LiveTraceNews[] as one JSON string, because tRPC's transformer would visit every value. */
  | { kind: 'steps'; news: string }
  /** The initial steps of the screen, oldest first; sent again after a gap. */
  | { kind: 'recent'; news: string }
  | LiveState;

export type LiveChangesEvent = { kind: 'changes'; traces: string[] } | LiveState;

export type LiveState =
  /** No new steps; only advances the position in the stream. */
  | { kind: 'here' }
  /** The server cannot reach its database; it retries automatically. */
  | { kind: 'away' }
  /** More than five minutes were missed, or the position is unknown: events in between are not sent. */
  | { kind: 'gap' }
  /** The user has too many streams open. */
  | { kind: 'refused'; streams: number };
