// Two runs aligned as on the Compare screen.
import type { TraceChecks, TraceScores } from '@subtext/db';
import { align, isDifferent, isFork, type ComparedStep, type Pair } from '../../lib/compare/align.ts';
import { comparedSteps, readSteps, type ComparedTrace } from '../../lib/compare/compared-steps.ts';
import { differingValues } from '../../lib/compare/differing-values.ts';
import { summarySentence, type Words } from '../../lib/compare/summary-sentence.ts';
import type { Step } from '../../lib/steps/step-tree.ts';
import { outcomeOf } from '../../lib/traces/trace-outcome.ts';
import type { RunReader } from './run-reader.ts';
import { runSteps, type RunSteps } from './run-steps.ts';

export interface ComparedRun {
  all: RunSteps;
  /** Without nested model calls; pairs have indexes of these. */
  steps: readonly Step[];
  scores: TraceScores;
  checks: TraceChecks;
  failed: boolean;
}

export interface ComparedRuns {
  a: ComparedRun;
  b: ComparedRun;
}

export interface Comparison extends ComparedRuns {
  pairs: readonly Pair[];
  /** The first different action, else the first difference. */
  main: Pair | undefined;
}

export async function compareRuns(reader: RunReader, a: string, b: string): Promise<Comparison> {
  const [sideA, sideB] = [await sideOf(reader, a), await sideOf(reader, b)];
  const pairs = align(sideA.compared, sideB.compared);
  return { a: sideA, b: sideB, pairs, main: pairs.find(isFork) ?? pairs.find(isDifferent) };
}

async function sideOf(reader: RunReader, run: string): Promise<ComparedRun & { compared: readonly ComparedStep[] }> {
  const all = await runSteps(reader, run);
  const digests = await reader.caller.compare.digests({ project: reader.project, trace: run });
  const [scores] = await reader.caller.scores.summaries({ project: reader.project, traces: [run] });
  const [checks] = await reader.caller.traces.checks({ project: reader.project, traces: [run] });
  const steps = readSteps(all.rows);
  const compared = comparedSteps(steps, JSON.parse(digests) as ComparedTrace);
  return { all, steps, compared, scores: scores!, checks: checks!, failed: outcomeOf(all.summary) === 'error' };
}

interface Parted extends Pick<Comparison, 'pairs' | 'main'> {
  /** The arguments of the first call of both runs at `main`. */
  given: { a: string; b: string } | undefined;
}

/** What differs first, what each run did there, and which one failed. */
export function differenceSentence({ a, b }: ComparedRuns, { pairs, main, given }: Parted): string {
  const values = given && differingValues(given.a, given.b);
  const failed = { a: a.failed, b: b.failed };
  return plain(summarySentence({ a: a.steps, b: b.steps }, { pairs, values, valuesAt: main, failed }));
}

const plain = (words: Words): string =>
  words.map((word) => (typeof word === 'string' ? word : 'tool' in word ? word.tool : word.step)).join('');
