/** A call, joined from its descriptions by join-calls.ts and match-runs.ts. */
import type { CallRow } from '../skeleton/skeleton.ts';

export interface Call {
  /** `<span id>:<index>` of the row that describes it best: stable, and the key of its texts. */
  key: string;
  callId: number | null;
  tool: string;
  type: CallRow['type'];
  request: CallRow | null;
  execution: CallRow | null;
  /** Further spans that executed it, or that were inferred from the conversation. null = none. */
  otherRuns: CallRow[] | null;
  /** Spans that executed it or a call like it of the same response: which one is not known. null = none. */
  possibleRuns: CallRow[] | null;
  /** The request that carried its result. */
  resultRow: CallRow | null;
  /** A later request, or a duplicate of the response, that repeated the call without a result. */
  repeat: CallRow | null;
  /**
   * The row with the thought that led to the call. It differs from `request` when the response lost the thought and
   * another description has it.
   */
  thinking: CallRow | null;
  /** What the most certain of its descriptions says. */
  status: CallRow['status'];
  duration: number | null;
  durationInferred: boolean;
  incomplete: boolean;
  /**
   * Number of spans that executed it: more than one after a retry, or when two instrumentations observed the same
   * execution. A span that was inferred from the conversation is none beside one that executed the call.
   */
  runs: number;
}

/** Spans of retries are not searched for a result beyond this number. */
const MOST_RUNS_SEARCHED = 2;

/**
 * Keys of rows that may have the result, the most likely first: the spans that executed the call, the request that
 * carried the result, the response (server tools).
 */
export const resultKeys = ({ execution, otherRuns, resultRow, request }: Call): string[] =>
  [execution, ...(otherRuns?.slice(0, MOST_RUNS_SEARCHED) ?? []), resultRow, request].flatMap((row) =>
    row ? [`${row.spanId}:${row.index}`] : [],
  );

/** All spans that executed the call, or may have. */
export const runsOfCall = ({ execution, otherRuns, possibleRuns }: Call): CallRow[] =>
  [execution, ...(otherRuns ?? []), ...(possibleRuns ?? [])].filter((row) => row !== null);

/** The span was inferred from the messages of the conversation: nothing of the execution itself was observed. */
export const isInferred = ({ durationInferred, status }: CallRow): boolean =>
  durationInferred || status === 'no_result';

/** Milliseconds: some clocks have no finer steps. */
const CLOCK_STEP = 1;

/** How often it was executed. Spans at the same time are one execution, which several instrumentations observed. */
export function timesRun({ execution, otherRuns, runs }: Call): number {
  if (execution === null || otherRuns === null) return runs;
  const observed = [execution, ...otherRuns].filter((row) => !isInferred(row)).toSorted((a, b) => a.start - b.start);
  let [times, end] = [0, -Infinity];
  for (const { start, duration } of observed) {
    if (start >= end + CLOCK_STEP) times += 1;
    end = Math.max(end, start + (duration ?? 0));
  }
  return times;
}

/** The calls that an execution may belong to: one, or several of one response that are alike. */
export type Candidates = readonly [Call, ...Call[]];
