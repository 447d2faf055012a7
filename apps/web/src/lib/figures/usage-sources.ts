// The source of usage figures: model calls, or agent runs in place of their calls. Pure.
import { exactCount } from './format.ts';

export interface SourceCounts {
  generations: number;
  /** Runs whose figures are counted because none of their calls reports its own, and the number of those calls. */
  runsCounted: number;
  generationsInRuns: number;
}

/** The denominator of coverage: how many sources could report thinking and have a price. */
export const usageSources = ({ generations, runsCounted, generationsInRuns }: SourceCounts): number =>
  generations - generationsInRuns + runsCounted;

export const REPORTED_BY_RUN = 'Reported by the agent’s run, not by its calls';

/** A note for figures that runs reported; empty when all come from calls. */
export function runSourceWords({ runsCounted, ...counts }: SourceCounts): string {
  if (runsCounted === 0) return '';
  const others = counts.generations - counts.generationsInRuns;
  const runs = runsCounted === 1 ? 'the run' : `${exactCount(runsCounted)} runs`;
  return others > 0 ? `in part reported by ${runs}` : `reported by ${runs}`;
}
