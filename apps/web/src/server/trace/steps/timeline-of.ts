/**
 * The steps of a trace as its page counts them, for who answers with some of them: an export, a list of steps of many
 * traces.
 */
import { traceColumns, type Sql, type TraceKey } from '@subtext/db';
import { decodeSkeleton, encodeColumns, type SpanRow } from '../../../lib/skeleton/skeleton.ts';
import { buildSteps } from '../../../lib/steps/build-steps.ts';
import type { Timeline } from '../../../lib/steps/step-tree.ts';

/** Reads at most the first `mostSpans` spans of a trace, with their calls. */
export async function timelineOf(
  sql: Sql,
  key: TraceKey,
  mostSpans: number,
): Promise<{ timeline: Timeline; spans: SpanRow[] }> {
  const rows = decodeSkeleton(encodeColumns(await traceColumns(sql, key, mostSpans)));
  return { timeline: buildSteps(rows), spans: rows.spans };
}
