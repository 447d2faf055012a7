// Finds the step number of a call, counted like on the trace page, from the rows of the trace.
import type { Sql } from '@subtext/db';
import * as z from 'zod';
import { callLabel } from '../../../lib/steps/step-tree.ts';
import { timelineOf } from '../../trace/steps/timeline-of.ts';

const hex = (digits: number) => z.string().regex(new RegExp(`^[\\da-f]{${digits}}$`));

export const STEP_KEYS = z
  .array(z.object({ traceId: hex(32), spanId: hex(16), index: z.int().min(0).max(100_000) }))
  .max(40);
export type StepKey = z.infer<typeof STEP_KEYS>[number];

/** The maximum of spans that are read to count steps; in a longer trace steps have no number. */
const MAX_SPANS = 3_000;

/** The number of the step of each call, such as `7b`, in the order of the keys; null where it is not known. */
export async function stepsOfCalls(sql: Sql, projectId: string, keys: readonly StepKey[]): Promise<(string | null)[]> {
  const byTrace = Map.groupBy(keys, ({ traceId }) => traceId);
  const found = new Map<StepKey, string>();
  for (const [traceId, ofTrace] of byTrace) {
    const { timeline, spans } = await timelineOf(sql, { projectId, traceId }, MAX_SPANS + 1);
    if (spans.length > MAX_SPANS) continue;
    for (const one of ofTrace) {
      for (const step of timeline.steps) {
        const place = step.calls.findIndex(
          ({ request }) => request?.spanId === one.spanId && request.index === one.index,
        );
        if (place >= 0) found.set(one, callLabel(step, place));
      }
    }
  }
  return keys.map((one) => found.get(one) ?? null);
}
