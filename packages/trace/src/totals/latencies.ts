/** Adds the durations of one span and its calls to the histograms of their rollups. */
import { isTask } from '@subtext/reasoning';
import type { CallRecord } from '../rows/span-record.ts';
import { LATENCY_BUCKETS, latencyBucket } from './latency-histogram.ts';
import type { NewSpan } from './totals.ts';

/** Counts of model calls by bucket (latency-histogram.ts). */
export interface ModelLatencies {
  durationHistogram: number[];
  firstTokenHistogram: number[];
}

/** Counts of executions by bucket: durations that were measured, and those inferred from two messages. */
export interface ToolLatencies {
  durationHistogram: number[];
  inferredHistogram: number[];
}

const noCounts = (): number[] => new Array<number>(LATENCY_BUCKETS).fill(0);
export const noModelLatencies = (): ModelLatencies => ({
  durationHistogram: noCounts(),
  firstTokenHistogram: noCounts(),
});
export const noToolLatencies = (): ToolLatencies => ({ durationHistogram: noCounts(), inferredHistogram: noCounts() });

/** A call that does not think, inside a run that counts, is in no rollup. A generation there is, because it ran. */
export function addLatencies(
  rollup: ModelLatencies,
  { span, usageSource }: Pick<NewSpan, 'span' | 'usageSource'>,
): void {
  const { kind, durationNs, ttftMs } = span;
  if (kind !== 'generation' && (!isTask(kind) || usageSource === 'run_above')) return;
  if (durationNs !== null) rollup.durationHistogram[latencyBucket(durationNs)]! += 1;
  if (ttftMs !== null) rollup.firstTokenHistogram[latencyBucket(ttftMs * 1e6)]! += 1;
}

/** Nothing of a duplicate, whose calls are already counted. `rollupOf`: of the hour in which the tool ran. */
export function addExecutions(
  { calls, duplicateOf }: Pick<NewSpan, 'calls' | 'duplicateOf'>,
  rollupOf: (tool: string) => ToolLatencies,
): void {
  if (duplicateOf === null) for (const call of calls) addExecution(call, rollupOf);
}

function addExecution(call: CallRecord, rollupOf: (tool: string) => ToolLatencies): void {
  const { describedBy, status, durationNs, durationInferred, toolName } = call;
  if (describedBy !== 'execution' || status === 'no_result' || durationNs === null) return;
  const rollup = rollupOf(toolName);
  const histogram = durationInferred ? rollup.inferredHistogram : rollup.durationHistogram;
  histogram[latencyBucket(durationNs)]! += 1;
}
