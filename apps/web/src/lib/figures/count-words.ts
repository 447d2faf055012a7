// Counts of model calls and of runs in place of their calls, in words and as a share. Pure.
import { exactCount, NOT_APPLICABLE, percent, plural } from './format.ts';
import { usageSources, type SourceCounts } from './usage-sources.ts';

interface CoveredCounts extends SourceCounts {
  generationsReporting: number;
  /** Model calls that have not ended, which report their thinking at the end. */
  awaited?: number;
}

/** The share of calls that report their thinking; undefined when none could report it, or none yet. */
export function coverageOf({ generationsReporting, awaited = 0, ...counts }: CoveredCounts) {
  const sources = Math.max(usageSources(counts) - awaited, generationsReporting);
  return sources === 0 ? undefined : generationsReporting / sources;
}

/** Without any call that could report it: "not yet" while a response is streaming, otherwise "not applicable". */
export function coverageWords(counts: CoveredCounts): string {
  const coverage = coverageOf(counts);
  if (coverage !== undefined) return percent(coverage);
  return counts.awaited ? 'not known yet' : NOT_APPLICABLE;
}

/**
 * `3 calls`, `3 calls, 2 reported by a run`, `3 calls, counted as 1 run`, `1 run`. A run can have another model than
 * its calls.
 */
export function callsWords({ taskCalls = 0, ...counts }: SourceCounts & { taskCalls?: number }): string {
  const others = taskCalls > 0 ? plural(taskCalls, 'call') : '';
  if (others === '') return thinkingCallsWords(counts);
  const hasOthers = counts.generations + counts.runsCounted > 0;
  return hasOthers ? `${thinkingCallsWords(counts)}, ${others} without thinking` : others;
}

function thinkingCallsWords({ generations, runsCounted, generationsInRuns }: SourceCounts): string {
  const runs = runsCounted > 0 ? plural(runsCounted, 'run') : '';
  if (generations === 0 && runs) return runs;
  const isAll = generationsInRuns > 0 && generationsInRuns === generations;
  if (isAll) return `${plural(generations, 'call')}, ${runs ? `counted as ${runs}` : 'reported by a run'}`;
  const inRuns = generationsInRuns > 0 ? `${exactCount(generationsInRuns)} reported by a run` : '';
  return [plural(generations, 'call'), inRuns, runs].filter(Boolean).join(', ');
}

/**
 * The number of calls without a cost, because a price or usage is missing; a run counts as one for any number of calls.
 */
export function unpricedWords({
  generationsUnpriced,
  ...counts
}: SourceCounts & { generationsUnpriced: number }): string {
  const what =
    counts.runsCounted === 0 ? 'call' : counts.generations > counts.generationsInRuns ? 'call or run' : 'run';
  const many = what === 'call or run' ? 'calls or runs' : `${what}s`;
  return `${plural(generationsUnpriced, what, many)} of unknown cost`;
}
