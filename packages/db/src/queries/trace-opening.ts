/**
 * The first spans of a trace and what is said of their calls: enough to begin reading while the whole is on its way. All of a trace that has
 * no more.
 */
import type { Sql } from '../connect.ts';
import type { TraceKey } from '../row-keys.ts';
import { traceCalls, type TraceCallRow } from './trace-calls.ts';
import { callsOfSpans } from './trace-span-calls.ts';
import { traceSpans, type TraceSpanRow } from './trace-spans.ts';

export interface TraceOpening {
  spans: TraceSpanRow[];
  calls: TraceCallRow[];
  isWhole: boolean;
}

/** Descriptions of calls that so few spans may have. */
const MOST_CALLS = 10_000;

export async function traceOpening(sql: Sql, trace: TraceKey, most: number): Promise<TraceOpening> {
  const found = await traceSpans(sql, trace, most + 1);
  const spans = found.slice(0, most);
  if (found.length > most)
    return {
      spans,
      calls: await callsOfSpans(
        sql,
        trace,
        spans.map(({ id }) => id),
      ),
      isWhole: false,
    };
  const calls = await traceCalls(sql, trace, MOST_CALLS);
  return { spans, calls, isWhole: calls.length < MOST_CALLS };
}
