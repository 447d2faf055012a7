// Sums of model calls and of runs in the place of some, in words and as a share. Pure.
import { exactCount, plural } from './format.ts';
import { tellersOf, type ToldCounts } from './tellers.ts';

/** How many of them say how much they thought, as a share; undefined where nobody tells anything. */
export function coverageOf({ generationsReporting, ...counts }: ToldCounts & { generationsReporting: number }) {
  const tellers = tellersOf(counts);
  return tellers === 0 ? undefined : generationsReporting / tellers;
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

/** Of what has no cost that anybody knows, for want of a price or of usage; a run is one, however many calls it made. */
export function unpricedWords({
  generationsUnpriced,
  ...counts
}: ToldCounts & { generationsUnpriced: number }): string {
  const what =
    counts.runsCounted === 0 ? 'call' : counts.generations > counts.generationsInRuns ? 'call or run' : 'run';
  const many = what === 'call or run' ? 'calls or runs' : `${what}s`;
  return `${plural(generationsUnpriced, what, many)} of unknown cost`;
}
