import type { Timeline } from '../../../lib/steps/step-tree.ts';

/**
 * Runs that no response of the trace requested are steps on its page, but lists do not count them: only all calls
 * together show which runs they are. Pure.
 */
export function uncountedRuns({ steps }: Timeline, counted: number): number {
  const runs = steps.filter(({ kind }) => kind === 'run').length;
  // While spans arrive, either side may be ahead.
  return Math.max(0, Math.min(runs, steps.length - counted));
}
