/** The spans that a step is of: what scores of the step name. Pure. */
import type { Step } from './step-tree.ts';

/** The span of its model call, and the spans that executed its calls. */
export function spanIdsOf({ span, calls }: Step): string[] {
  const executed = calls.flatMap(({ execution }) => (execution ? [execution.spanId] : []));
  return [...new Set([...(span ? [span.id] : []), ...executed])];
}
