// What is said of the figures that the run of an agent tells. Pure.
import { TOLD_BY_RUN } from '../../lib/tellers.ts';
import type { SpanRow } from '../../lib/skeleton.ts';

/** Agents, chains and workflows tell what all of their calls used together; a model call tells of itself. */
export const isToldRun = ({ kind, inputTokens, outputTokens }: SpanRow): boolean =>
  (kind === 'agent' || kind === 'chain') && (inputTokens !== null || outputTokens !== null);

/** Whether they are in the sums of the trace, by `usageSource` of the receipt. */
export const runWords = (usageSource: string | null): string =>
  usageSource === 'run'
    ? `${TOLD_BY_RUN}: they are in the sums of this trace.`
    : 'In no sum of this trace: its calls, or a run above, tell what was used.';
