import type { Timeline } from '../../lib/steps/step-tree.ts';

/**
 * Runs that no response of the trace asked for are steps of its page and in no count of a list: which they are is known only where all calls are
 * looked at together. Pure.
 */
export function uncountedRuns({ steps }: Timeline, counted: number): number {
  const runs = steps.filter(({ kind }) => kind === 'run').length;
  // While spans arrive either side may be ahead.
  return Math.max(0, Math.min(runs, steps.length - counted));
}
