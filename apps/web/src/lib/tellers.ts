// Who tells what was counted: model calls, or the runs of agents in the place of their calls. Pure.
import { exactCount, plural } from './format.ts';

export interface ToldCounts {
  generations: number;
  /** Runs whose figures count, since none of their calls tells its own; and how many calls that are. */
  runsCounted: number;
  generationsInRuns: number;
}

/** Of so many it is asked whether they tell their thinking, and have a price. */
export const tellersOf = ({ generations, runsCounted, generationsInRuns }: ToldCounts): number =>
  generations - generationsInRuns + runsCounted;

/** How many of them say how much they thought, as a share; undefined where nobody tells anything. */
export function coverageOf({ generationsReporting, ...counts }: ToldCounts & { generationsReporting: number }) {
  const tellers = tellersOf(counts);
  return tellers === 0 ? undefined : generationsReporting / tellers;
}

export const TOLD_BY_RUN = 'Told by the agent’s run, not by its calls';

/** What stands beside figures that runs told; empty where all are of calls. */
export function toldByWords({ runsCounted, ...counts }: ToldCounts): string {
  if (runsCounted === 0) return '';
  const others = counts.generations - counts.generationsInRuns;
  const runs = runsCounted === 1 ? 'the run' : `${exactCount(runsCounted)} runs`;
  return others > 0 ? `in part told by ${runs}` : `told by ${runs}`;
}

/** `3 calls`, `3 calls, 2 told by a run`, `3 calls, 1 run in their place`, `1 run`. A run may stand with another model than its calls. */
export function callsWords({ generations, runsCounted, generationsInRuns }: ToldCounts): string {
  const runs = runsCounted > 0 ? plural(runsCounted, 'run') : '';
  if (generations === 0 && runs) return runs;
  const isAll = generationsInRuns > 0 && generationsInRuns === generations;
  if (isAll) return `${plural(generations, 'call')}, ${runs ? `${runs} in their place` : 'told by a run'}`;
  const inRuns = generationsInRuns > 0 ? `${exactCount(generationsInRuns)} told by a run` : '';
  return [plural(generations, 'call'), inRuns, runs].filter(Boolean).join(', ');
}

/** Of what has no price; a run is one, however many calls it made. */
export function unpricedWords({
  generationsUnpriced,
  ...counts
}: ToldCounts & { generationsUnpriced: number }): string {
  const what =
    counts.runsCounted === 0 ? 'call' : counts.generations > counts.generationsInRuns ? 'call or run' : 'run';
  const many = what === 'call or run' ? 'calls or runs' : `${what}s`;
  return `${plural(generationsUnpriced, what, many)} without a price`;
}
