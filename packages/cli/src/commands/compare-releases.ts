// subtext compare --release A B: what changed between two releases, and conditions for CI.
import { writeFile } from 'node:fs/promises';
import { findConnection } from '../api/connection.ts';
import { read } from '../api/read.ts';
import { EXIT, Failure } from '../failure.ts';
import { write, writeDim, writeJson, writeLine, writeTable, type Column } from '../output/output.ts';
import { UNKNOWN } from '../output/words.ts';
import type { ComparedFigure, ComparedTool, Comparison, Estimate, Fork } from '../releases/comparison.ts';
import type { Condition } from '../releases/condition.ts';
import { changeWords, estimateWords, valueWords } from '../releases/figure-words.ts';
import { judge, type Verdict } from '../releases/judge.ts';
import { junitXml } from '../releases/junit.ts';
import type { ListOptions } from './options.ts';

export interface ReleaseOptions extends ListOptions {
  by: 'release' | 'prompt' | 'effort';
  last?: string;
  failIf: readonly Condition[];
  significant?: boolean;
  acceptPartly?: boolean;
  minRuns: number;
  junit?: string;
}

export async function compareReleases(a: string, b: string, options: ReleaseOptions): Promise<void> {
  const comparison = await comparisonOf(a, b, options);
  const { minRuns, significant = false, acceptPartly: acceptsPartly = false } = options;
  const rules = { minRuns, significant, acceptsPartly };
  const verdicts = options.failIf.map((condition) => judge(comparison, condition, rules));
  if (options.junit !== undefined) await writeJunit(options.junit, junitXml(comparison, verdicts));
  if (options.json) writeJson({ ...comparison, conditions: verdicts.map(conditionJson) });
  else writeComparison(comparison, verdicts);
  const number = (state: Verdict['state']) => verdicts.filter((verdict) => verdict.state === state).length;
  const [failed, unknown] = [number('failed'), number('unknown')];
  if (failed > 0) throw new Failure(`${failed} of ${verdicts.length} conditions failed.`, EXIT.failed);
  if (unknown > 0) throw new Failure(`${unknown} of ${verdicts.length} conditions cannot be decided.`, EXIT.usage);
}

/** For CI, a server that cannot be asked is not a condition that failed. */
async function comparisonOf(
  a: string,
  b: string,
  { by, filter, range, last, failIf }: ReleaseOptions,
): Promise<Comparison> {
  const query = { by, q: filter, range: last ?? range };
  const exitCode = failIf.length > 0 ? EXIT.usage : EXIT.failed;
  try {
    const connection = await findConnection();
    const found = await read<Comparison>(connection, 'releases/compare', { ...query, a, b });
    const empty = [found.a, found.b].find(({ runs }) => runs === 0);
    if (!empty) return found;
    const { rows } = await read<{ rows: { value: string | null }[] }>(connection, 'releases', query);
    const others = rows.flatMap(({ value }) => value ?? []).slice(0, 10);
    throw new Failure(
      `There is no run of ${WORDS[by]} "${empty.value}" in this range. ${others.length > 0 ? `There are runs of ${others.join(', ')}.` : `No run reports one; docs/releases.md says how to set it.`}`,
    );
  } catch (cause) {
    if (cause instanceof Failure) throw new Failure(cause.message, exitCode);
    throw cause;
  }
}

const WORDS = { release: 'release', prompt: 'prompt version', effort: 'effort' } as const;

async function writeJunit(file: string, xml: string): Promise<void> {
  try {
    await writeFile(file, xml);
  } catch (cause) {
    throw new Failure(`${file} cannot be written (${(cause as NodeJS.ErrnoException).code}).`, EXIT.usage);
  }
}

const conditionJson = ({ condition, state, message }: Verdict) => ({ condition: condition.text, state, message });

const FIGURES: readonly Column<ComparedFigure>[] = [
  { title: '', value: ({ label }) => label },
  { title: 'a', value: ({ a, unit }) => estimateWords(a, unit), isNumber: true },
  { title: 'b', value: ({ b, unit }) => estimateWords(b, unit), isNumber: true },
  { title: 'change', value: ({ change, a, b }) => changeWords(change, a, b), isNumber: true },
  { title: '', value: ({ change }) => significanceWords(change.significant) },
];

const significanceWords = (isSignificant: boolean | null): string =>
  isSignificant === null ? 'no interval' : isSignificant ? 'significant' : 'not significant';

/** A check that found nothing on either side would only make the table long. */
const isShown = ({ id, a, b }: ComparedFigure): boolean =>
  !id.startsWith('check:') || id === 'check:any' || Boolean(a.value) || Boolean(b.value);

const share = ({ value }: Estimate): string => (value === null ? UNKNOWN : valueWords(value, 'share'));

const TOOLS: readonly Column<ComparedTool>[] = [
  { title: 'tool', value: ({ tool }) => tool },
  { title: '', value: ({ what }) => (what === 'more' || what === 'less' ? `called ${what}` : what) },
  { title: 'runs of a', value: ({ a }) => share(a.share_of_runs), isNumber: true },
  { title: 'runs of b', value: ({ b }) => share(b.share_of_runs), isNumber: true },
  { title: 'calls a', value: ({ a }) => estimateWords(a.calls_per_run, 'count'), isNumber: true },
  { title: 'calls b', value: ({ b }) => estimateWords(b.calls_per_run, 'count'), isNumber: true },
];

const stepWords = (tools: readonly string[] | null): string =>
  tools === null ? 'no step' : tools.length === 0 ? 'answers' : tools.join(' + ');

const FORKS: readonly Column<Fork>[] = [
  { title: 'first fork: a', value: ({ a }) => stepWords(a) },
  { title: 'b', value: ({ b }) => stepWords(b) },
  {
    title: 'step',
    value: ({ first_step: first, last_step: last }) => (first === last ? `${first}` : `${first}–${last}`),
    isNumber: true,
  },
  { title: 'pairs', value: ({ share_of_pairs: of }) => share(of), isNumber: true },
  { title: 'b costs', value: ({ cost_difference_usd: of }) => estimateWords(of, 'dollars'), isNumber: true },
];

function writeComparison({ url, a, b, figures, tools, pairs }: Comparison, verdicts: readonly Verdict[]): void {
  const runs = ({ runs: number, capped }: Comparison['a']) => `${capped ? 'the newest ' : ''}${number} runs`;
  writeLine(`A is ${a.value} (${runs(a)}), B is ${b.value} (${runs(b)}). In brackets: 95 % intervals.`);
  writeDim(url);
  write('');
  writeTable(FIGURES, figures.filter(isShown));
  const changed = tools.filter(({ what }) => what !== 'same');
  if (changed.length > 0) {
    write('');
    writeTable(TOOLS, changed);
  }
  write('');
  if (pairs.pairs === 0) writeLine('No run of A has the same input as one of B, so first forks are not known.');
  else writeLine(`${pairs.pairs} pairs of runs with the same input: ${pairs.same} called the same tools.`);
  if (pairs.forks.length > 0) writeTable(FORKS, pairs.forks);
  if (verdicts.length > 0) write('');
  for (const { condition, state, message } of verdicts)
    writeLine(`${STATES[state]}  fail if ${condition.text}: ${message}`);
}

const STATES = { passed: 'pass', failed: 'FAIL', unknown: '????' } as const;
