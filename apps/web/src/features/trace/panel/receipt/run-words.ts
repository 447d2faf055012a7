// Sentences about the usage that an agent run reports. Pure.
import { REPORTED_BY_RUN } from '../../../../lib/figures/usage-sources.ts';
import type { SpanRow } from '../../../../lib/skeleton/skeleton.ts';

/** Agents, chains and workflows report the usage of all their calls together; a model call reports its own. */
export const isReportingRun = ({ kind, inputTokens, outputTokens }: SpanRow): boolean =>
  (kind === 'agent' || kind === 'chain') && (inputTokens !== null || outputTokens !== null);

/** Says if the trace's totals include it, by the receipt's `usageSource`. */
export const runWords = (usageSource: string | null): string =>
  usageSource === 'run'
    ? `${REPORTED_BY_RUN}: they are in the totals of this trace.`
    : 'Not in the totals of this trace: its calls, or a run above it, report the usage.';
