/**
 * Rows of a list with what the sums of their traces do not have. Runs that nobody asked for are steps, but which they are is known only where all
 * calls of a trace are looked at together: so of the few traces of a page that have any, the steps are counted as their pages count them.
 */
import { type Sql, type TraceHighlight, type TraceListRow } from '@subtext/db';
import { timelineOf } from './trace/timeline-of.ts';

/** Of all traces of a page whose steps are counted, the shortest first; the others keep their sum. */
const MOST_SPANS = 3_000;

export interface Counted extends Pick<TraceListRow, 'id' | 'steps' | 'reasoningTokens'> {
  highlight: TraceHighlight | null;
}

export async function countedRows<Row extends Counted>(
  sql: Sql,
  projectId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const steps = new Map<string, number>();
  await Promise.all(
    fitting(rows).map(async ({ id, spans }) => {
      const { timeline } = await timelineOf(sql, { projectId, traceId: id }, spans);
      steps.set(id, timeline.steps.length);
    }),
  );
  return rows.map((row) => ({
    ...row,
    steps: steps.get(row.id) ?? row.steps,
    // More than the output of a call was reported: it is taken as all of that, as on the page of the trace.
    reasoningTokens: row.highlight?.reasoningTokens ?? row.reasoningTokens,
  }));
}

function fitting(rows: readonly Counted[]): TraceHighlight[] {
  let left = MOST_SPANS;
  return rows
    .flatMap(({ highlight }) => (highlight?.hasUnasked ? [highlight] : []))
    .sort((one, other) => one.spans - other.spans)
    .filter(({ spans }) => (left -= spans) >= 0);
}
