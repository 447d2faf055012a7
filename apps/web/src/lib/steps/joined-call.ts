/** A call as its descriptions tell it, joined by join-calls.ts and match-runs.ts. */
import type { CallRow, SpanStatus } from '../skeleton.ts';

export interface Call {
  /** `<span id>:<index>` of the row that describes it best: stable, and what texts are asked for by. */
  key: string;
  callId: number | null;
  tool: string;
  type: CallRow['type'];
  asked: CallRow | null;
  ran: CallRow | null;
  /** The request that carried its result. */
  told: CallRow | null;
  /** A later request, or a copy of the response, that repeated the call without a result. */
  lent: CallRow | null;
  /** The row with the thought that led to it: another one than `asked` where the response lost it and somebody else kept it. */
  thinking: CallRow | null;
  status: SpanStatus;
  duration: number | null;
  incomplete: boolean;
  /** Spans that ran it: more than one after a retry, or when two instrumentations saw the same run. */
  runs: number;
}

/** Who may have the result, the likeliest first: the span that ran the call, the request that carried it back, the response (server tools). */
export const resultKeys = ({ ran, told, asked }: Call): string[] =>
  [ran, told, asked].flatMap((row) => (row ? [`${row.spanId}:${row.index}`] : []));
