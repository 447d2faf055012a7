/** The figures of a release from its runs, each with an interval. Pure. */
import type { CheckName } from '../traces/checks.ts';
import {
  changeOf,
  meanOfAmounts,
  meanOfNumbers,
  medianOf,
  noEstimate,
  ratioOfRuns,
  shareOfRuns,
  shareOfSeenRuns,
  shareOfSum,
  type Change,
  type Estimate,
} from './intervals.ts';

/** What the figures need of a run. */
export interface FiguredRun {
  id: string;
  generations: number;
  generationsReporting: number;
  runsCounted: number;
  calls: number;
  errors: number;
  thinkingTokens: number;
  hiddenTokens: number;
  /** Nano-dollars; null: unknown, or only a lower bound is known. */
  cost: number | null;
  seconds: number | null;
}

export interface FiguredScore {
  /** The id of the run. */
  id: string;
  name: string;
  number: number | null;
  thumbs: boolean | null;
  category: string | null;
}

/** What the checks found in a run (docs/checks.md). */
export interface FiguredChecks {
  /** The run is checked as it is stored now. */
  isChecked: boolean;
  /** The ids of the checks with findings, and of those that could not look at every step. */
  found: readonly string[];
  partly: readonly string[];
}

/** What the figures of a release are computed from. */
export interface FiguredRuns {
  runs: readonly FiguredRun[];
  scores: readonly FiguredScore[];
  checks: { ids: readonly string[]; ofRuns: ReadonlyMap<string, FiguredChecks> };
}

export type FigureUnit = 'tokens' | 'share' | 'dollars' | 'seconds' | 'count' | 'number';

export interface FigureKind {
  id: string;
  label: string;
  unit: FigureUnit;
  /** True when a higher value is worse, false when it is better, null when it is neither. */
  isMoreWorse: boolean | null;
}

const NANOS = 1e9;

interface RunFigure extends FigureKind {
  of: (runs: readonly FiguredRun[]) => Estimate;
}

/** Splits off the runs for which a figure is not known. */
function known<Value>(
  runs: readonly FiguredRun[],
  read: (run: FiguredRun) => Value | null,
  estimate: (values: Value[], unknown: number) => Estimate,
): Estimate {
  const values = runs.map(read).filter((value) => value !== null) as Value[];
  return estimate(values, runs.length - values.length);
}

/** Runs without a model call neither think nor report anything. */
const thinking = (run: FiguredRun) =>
  run.generationsReporting > 0 ? { of: run.thinkingTokens, per: run.generationsReporting } : null;

const hidden = (run: FiguredRun) =>
  run.generationsReporting > 0 && run.runsCounted === 0 ? { of: run.hiddenTokens, per: run.thinkingTokens } : null;

export const RUN_FIGURES: readonly RunFigure[] = [
  {
    ...{ id: 'thinking', label: 'Thinking per model call', unit: 'tokens', isMoreWorse: true },
    of: (runs) => known(runs, thinking, ratioOfRuns),
  },
  {
    ...{ id: 'hidden', label: 'Hidden share of thinking', unit: 'share', isMoreWorse: true },
    of: (runs) => known(runs, hidden, shareOfSum),
  },
  {
    ...{ id: 'cost', label: 'Cost per run', unit: 'dollars', isMoreWorse: true },
    of: (runs) => known(runs, ({ cost }) => (cost === null ? null : cost / NANOS), meanOfAmounts),
  },
  {
    ...{ id: 'latency', label: 'Duration of a run, median', unit: 'seconds', isMoreWorse: true },
    of: (runs) => known(runs, ({ seconds }) => seconds, medianOf),
  },
  {
    ...{ id: 'errors', label: 'Runs with errors', unit: 'share', isMoreWorse: true },
    of: (runs) => shareOfRuns(runs.filter(({ errors }) => errors > 0).length, runs.length),
  },
  {
    ...{ id: 'model-calls', label: 'Model calls per run', unit: 'count', isMoreWorse: null },
    of: (runs) => meanOfAmounts(runs.map(({ generations }) => generations)),
  },
  {
    ...{ id: 'calls', label: 'Tool calls per run', unit: 'count', isMoreWorse: null },
    of: (runs) => meanOfAmounts(runs.map(({ calls }) => calls)),
  },
];

export interface FigureValue extends FigureKind {
  estimate: Estimate;
}

export function releaseFigures({ runs, scores, checks }: FiguredRuns): FigureValue[] {
  const ofRuns = RUN_FIGURES.map(({ of, ...kind }) => ({ ...kind, estimate: of(runs) }));
  return [...ofRuns, ...scoreFigures(runs, scores), ...checkFigures(runs, checks)];
}

/** The figure of runs with a finding of any check of faults. */
export const ANY_CHECK = 'check:any';
/** Says what thinking cost again, which is no fault: nearly every run with thinking has it. */
const OF_COST: CheckName = 'cost-of-remembering';
const areFaults = (checks: readonly string[]): boolean => checks.some((id) => id !== OF_COST);

/**
 * Runs with findings. In a run that was not looked at as a whole, nothing found is not known to be nothing: such runs
 * make the share a lower bound. Leaving them out would leave those with findings.
 */
function checkFigures(runs: readonly FiguredRun[], { ids, ofRuns }: FiguredRuns['checks']): FigureValue[] {
  const checked = runs.flatMap(({ id }) => ofRuns.get(id) ?? []).filter(({ isChecked }) => isChecked);
  const notChecked = runs.length - checked.length;
  const share = (has: (checks: FiguredChecks) => boolean, isPartly: (checks: FiguredChecks) => boolean): Estimate => {
    const found = checked.filter(has).length;
    const notSeen = checked.filter((checks) => !has(checks) && isPartly(checks)).length;
    if (found === 0 && notSeen === checked.length) return noEstimate(notChecked + notSeen);
    return shareOfSeenRuns(found, checked.length, { unknown: notChecked, notSeen });
  };
  const kind = { unit: 'share', isMoreWorse: true } as const;
  const any = share(
    ({ found }) => areFaults(found),
    ({ partly }) => areFaults(partly),
  );
  return [
    { id: ANY_CHECK, label: 'Runs with findings of checks', ...kind, estimate: any },
    ...ids.map((id) => ({
      ...{ id: `check:${id}`, label: `Check ${id}`, ...kind },
      estimate: share(
        ({ found }) => found.includes(id),
        ({ partly }) => partly.includes(id),
      ),
    })),
  ];
}

const MAX_CATEGORIES = 5;

/** For each name, the kind that most of its scores have: numbers, thumbs or categories. Other runs are unknown. */
function scoreFigures(runs: readonly FiguredRun[], scores: readonly FiguredScore[]): FigureValue[] {
  const ids = new Set(runs.map(({ id }) => id));
  const byName = Map.groupBy(
    scores.filter(({ id }) => ids.has(id)),
    ({ name }) => name,
  );
  return [...byName]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, all]) => figuresOfScore(name, all, runs.length));
}

function figuresOfScore(name: string, scores: readonly FiguredScore[], runs: number): FigureValue[] {
  const numbers = scores.flatMap(({ number }) => number ?? []);
  const thumbs = scores.flatMap(({ thumbs: up }) => up ?? []);
  const categories = scores.flatMap(({ category }) => category ?? []);
  const kind = { id: `score:${name}`, label: `Score ${name}`, isMoreWorse: false };
  if (numbers.length > 0 && numbers.length >= thumbs.length && numbers.length >= categories.length)
    return [{ ...kind, unit: 'number', estimate: meanOfNumbers(numbers, runs - numbers.length) }];
  if (thumbs.length > 0 && thumbs.length >= categories.length) {
    const up = thumbs.filter(Boolean).length;
    const estimate = shareOfRuns(up, thumbs.length, runs - thumbs.length);
    return [{ ...kind, label: `${kind.label}, thumbs up`, unit: 'share', estimate }];
  }
  const frequent = [...Map.groupBy(categories, (category) => category)].toSorted(
    ([one, ofOne], [other, ofOther]) => ofOther.length - ofOne.length || (one < other ? -1 : 1),
  );
  return frequent.slice(0, MAX_CATEGORIES).map(([category, all]) => ({
    ...{ id: `score:${name}=${category}`, label: `Score ${name} is ${category}`, unit: 'share', isMoreWorse: null },
    estimate: shareOfRuns(all.length, categories.length, runs - categories.length),
  }));
}

export interface ComparedFigure extends FigureKind {
  a: Estimate;
  b: Estimate;
  change: Change;
}

/** The figures of both sides, in the order of A; a score that only one side has is unknown on the other. */
export function compareFigures(
  a: { runs: number; figures: readonly FigureValue[] },
  b: { runs: number; figures: readonly FigureValue[] },
): ComparedFigure[] {
  const sides = [a, b].map(({ figures }) => new Map(figures.map((figure) => [figure.id, figure])));
  const kinds = new Map([...a.figures, ...b.figures].map(({ estimate: _estimate, ...kind }) => [kind.id, kind]));
  return [...kinds.values()].map((kind) => {
    const ofA = sides[0]!.get(kind.id)?.estimate ?? missing(kind, sides[0]!, a.runs);
    const ofB = sides[1]!.get(kind.id)?.estimate ?? missing(kind, sides[1]!, b.runs);
    return { ...kind, a: ofA, b: ofB, change: changeOf(ofA, ofB) };
  });
}

/** A category that no run of a side has is a share of 0 if the side has others of the name. */
function missing({ id }: FigureKind, side: ReadonlyMap<string, FigureValue>, runs: number): Estimate {
  const others = [...side].find(([other]) => id.includes('=') && other.startsWith(id.slice(0, id.indexOf('=') + 1)));
  if (!others) return shareOfRuns(0, 0, runs);
  const { estimate } = others[1];
  return shareOfRuns(0, estimate.runs, estimate.unknown);
}

/** A check that found nothing on either side would only make a list long. */
export const isWorthARow = ({ id, a, b }: ComparedFigure): boolean =>
  !id.startsWith('check:') || id === ANY_CHECK || Boolean(a.value) || Boolean(b.value);
