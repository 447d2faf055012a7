// Who tells what was counted: model calls, or the runs of agents in the place of their calls. Pure.
import { exactCount } from './format.ts';

export interface ToldCounts {
  generations: number;
  /** Runs whose figures count, since none of their calls tells its own; and how many calls that are. */
  runsCounted: number;
  generationsInRuns: number;
}

/** Of so many it is asked whether they tell their thinking, and have a price. */
export const tellersOf = ({ generations, runsCounted, generationsInRuns }: ToldCounts): number =>
  generations - generationsInRuns + runsCounted;

export const TOLD_BY_RUN = 'Told by the agent’s run, not by its calls';

/** What stands beside figures that runs told; empty where all are of calls. */
export function toldByWords({ runsCounted, ...counts }: ToldCounts): string {
  if (runsCounted === 0) return '';
  const others = counts.generations - counts.generationsInRuns;
  const runs = runsCounted === 1 ? 'the run' : `${exactCount(runsCounted)} runs`;
  return others > 0 ? `in part told by ${runs}` : `told by ${runs}`;
}
