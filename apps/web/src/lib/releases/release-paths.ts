/**
 * What the runs of two releases did: the tools they called, the paths they took, and where runs of the same task part
 * first. Pure.
 */
import { align, isFork, type ComparedStep } from '../compare/align.ts';
import {
  changeOf,
  meanOfAmounts,
  meanOfNumbers,
  ratioOfRuns,
  shareOfRuns,
  sum,
  type Change,
  type Estimate,
} from './intervals.ts';

export interface PathCall {
  /** Calls of one response have the same. */
  spanId: string;
  tool: string;
  isAnswer: boolean;
  thinkingTokens: number | null;
  /** Nano-dollars. */
  thinkingCost: number | null;
}

export interface PathRun {
  id: string;
  /** Equal for runs of the same task; null: not known. */
  task: string | null;
  /** Nano-dollars. */
  cost: number | null;
  /** In order. */
  calls: readonly PathCall[];
}

interface Sides {
  a: readonly PathRun[];
  b: readonly PathRun[];
}

const NANOS = 1e9;

export type ToolChange = 'appeared' | 'vanished' | 'more' | 'less' | 'same';

interface ToolOfSide {
  /** Runs that call it. */
  share: Estimate;
  callsPerRun: Estimate;
  thinkingPerCall: Estimate;
  /** Dollars of the thinking that led to its calls. */
  thinkingPerRun: Estimate;
}

export interface ComparedTool {
  tool: string;
  a: ToolOfSide;
  b: ToolOfSide;
  what: ToolChange;
  /** How the share of runs that call it changed. */
  shareChange: Change;
  /** How the number of calls in a run changed. */
  callsChange: Change;
  thinkingChange: Change;
}

const MAX_TOOLS = 100;

export function compareTools({ a, b }: Sides): ComparedTool[] {
  const [ofA, ofB] = [byTool(a), byTool(b)];
  const tools = [...new Set([...ofA.keys(), ...ofB.keys()])].map((tool) => {
    const [sideA, sideB] = [toolOfSide(ofA.get(tool), a.length), toolOfSide(ofB.get(tool), b.length)];
    return comparedTool(tool, sideA, sideB);
  });
  return tools
    .toSorted((one, other) => weight(other) - weight(one) || (one.tool < other.tool ? -1 : 1))
    .slice(0, MAX_TOOLS);
}

/** Tools that only one side calls come first, then those whose use changed most. */
const weight = ({ what, shareChange, callsChange }: ComparedTool): number =>
  (what === 'same' ? 0 : what === 'appeared' || what === 'vanished' ? 4 : 2) +
  Math.min(1, Math.abs(shareChange.difference ?? 0)) +
  Math.min(0.5, Math.abs(callsChange.difference ?? 0) / 100);

function byTool(runs: readonly PathRun[]): ReadonlyMap<string, readonly PathCall[][]> {
  const found = new Map<string, PathCall[][]>();
  for (const { calls } of runs)
    for (const [tool, ofRun] of Map.groupBy(
      calls.filter(({ isAnswer }) => !isAnswer),
      (call) => call.tool,
    )) {
      const before = found.get(tool);
      if (before) before.push(ofRun);
      else found.set(tool, [ofRun]);
    }
  return found;
}

function toolOfSide(byRun: readonly PathCall[][] = [], runs: number): ToolOfSide {
  const without = Array.from({ length: runs - byRun.length }, () => 0);
  const reported = byRun.map((calls) => calls.flatMap(({ thinkingTokens }) => thinkingTokens ?? []));
  const priced = byRun
    .filter((calls) => calls.every(({ thinkingCost }) => thinkingCost !== null))
    .map((calls) => sum(calls.map(({ thinkingCost }) => thinkingCost ?? 0)) / NANOS);
  const unpriced = byRun.length - priced.length;
  return {
    share: shareOfRuns(byRun.length, runs),
    callsPerRun: meanOfAmounts([...byRun.map((calls) => calls.length), ...without]),
    thinkingPerCall: ratioOfRuns(
      reported.filter((tokens) => tokens.length > 0).map((tokens) => ({ of: sum(tokens), per: tokens.length })),
      reported.filter((tokens) => tokens.length === 0).length,
    ),
    thinkingPerRun: meanOfAmounts(
      // Runs without the tool alone would say that it costs nothing.
      unpriced === byRun.length && unpriced > 0 ? [] : [...priced, ...without],
      unpriced,
    ),
  };
}

function comparedTool(tool: string, a: ToolOfSide, b: ToolOfSide): ComparedTool {
  const shareChange = changeOf(a.share, b.share);
  const callsChange = changeOf(a.callsPerRun, b.callsPerRun);
  const thinkingChange = changeOf(a.thinkingPerCall, b.thinkingPerCall);
  return {
    tool,
    a,
    b,
    what: whatChanged({ a, b, shareChange, callsChange }),
    shareChange,
    callsChange,
    thinkingChange,
  };
}

function whatChanged({
  a,
  b,
  shareChange,
  callsChange,
}: Pick<ComparedTool, 'a' | 'b' | 'shareChange' | 'callsChange'>): ToolChange {
  if (a.share.runs === 0 || b.share.runs === 0) return 'same';
  if (a.share.value === 0) return 'appeared';
  if (b.share.value === 0) return 'vanished';
  const change = [shareChange, callsChange].find(({ isSignificant }) => isSignificant);
  return change ? ((change.difference ?? 0) > 0 ? 'more' : 'less') : 'same';
}

/** The tools of one response; the name of a response without a tool. */
export type StepTools = readonly string[];

interface PathStep {
  tools: StepTools;
  isAnswer: boolean;
}

function stepsOf({ calls }: PathRun): PathStep[] {
  return [...Map.groupBy(calls, ({ spanId }) => spanId).values()].map((ofSpan) => {
    const tools = ofSpan.filter(({ isAnswer }) => !isAnswer).map(({ tool }) => tool);
    return { tools, isAnswer: tools.length === 0 };
  });
}

export interface ComparedPath {
  /** The tools of each step; repeated ones are one step. Empty: no tool was called. */
  steps: StepTools[];
  a: Estimate;
  b: Estimate;
  change: Change;
  /** A run of each side that took it. */
  exampleA: string | null;
  exampleB: string | null;
}

const MAX_PATHS = 10;

/** The most frequent paths of both sides, as shares of their runs. */
export function comparePaths({ a, b }: Sides): ComparedPath[] {
  const [ofA, ofB] = [pathsOf(a), pathsOf(b)];
  const keys = [...new Set([...ofA.keys(), ...ofB.keys()])];
  const paths = keys.map((key) => {
    const [inA, inB] = [ofA.get(key), ofB.get(key)];
    const [shareA, shareB] = [shareOfRuns(inA?.runs ?? 0, a.length), shareOfRuns(inB?.runs ?? 0, b.length)];
    const steps = (inA ?? inB)!.steps;
    const examples = { exampleA: inA?.example ?? null, exampleB: inB?.example ?? null };
    return { steps, a: shareA, b: shareB, change: changeOf(shareA, shareB), ...examples };
  });
  const frequency = (path: ComparedPath) => Math.max(path.a.value ?? 0, path.b.value ?? 0);
  return paths.toSorted((one, other) => frequency(other) - frequency(one)).slice(0, MAX_PATHS);
}

interface FoundPath {
  steps: StepTools[];
  runs: number;
  example: string;
}

function pathsOf(runs: readonly PathRun[]): Map<string, FoundPath> {
  const found = new Map<string, FoundPath>();
  for (const run of runs) {
    const all = stepsOf(run).filter(({ isAnswer }) => !isAnswer);
    const steps = all
      .map(({ tools }) => tools)
      .filter((tools, index) => index === 0 || !isEqual(tools, all[index - 1]!.tools));
    const key = JSON.stringify(steps);
    const before = found.get(key);
    if (before) before.runs++;
    else found.set(key, { steps, runs: 1, example: run.id });
  }
  return found;
}

const isEqual = (one: StepTools, other: StepTools): boolean => JSON.stringify(one) === JSON.stringify(other);

export interface Fork {
  /** What a run does at the fork; null: it has no step there. Empty: it answers. */
  a: StepTools | null;
  b: StepTools | null;
  /** Numbers of the earliest and the latest step at which a pair parts. */
  firstStep: number;
  lastStep: number;
  /** The share of all pairs that part here. */
  share: Estimate;
  /** Dollars of B beyond A, in the pairs that part here. */
  costDifference: Estimate;
  example: { a: string; b: string };
}

export interface ComparedPairs {
  /** Pairs of a run of A and one of B with the same task. */
  pairs: number;
  /** Different tasks among them. */
  tasks: number;
  /** Pairs that called the same tools from beginning to end. */
  same: number;
  forks: Fork[];
}

const MAX_PAIRS = 500;
const MAX_FORKS = 10;
/** The alignment takes the product of the numbers of steps. */
const MAX_STEPS = 200;

interface RunPair {
  a: PathRun;
  b: PathRun;
}

/** Where runs of the same task part first. */
export function comparePairs(sides: Sides): ComparedPairs {
  const { pairs, tasks } = pairsOf(sides);
  const parted = pairs.flatMap((pair) => forkOf(pair) ?? []);
  const byFork = Map.groupBy(parted, ({ a, b }) => JSON.stringify([a, b]));
  const forks = [...byFork.values()].map((all) => forkTogether(all, pairs.length));
  return {
    pairs: pairs.length,
    tasks,
    same: pairs.length - parted.length,
    forks: forks.toSorted((one, other) => (other.share.value ?? 0) - (one.share.value ?? 0)).slice(0, MAX_FORKS),
  };
}

/** The newest runs of each task with each other, each run once. */
function pairsOf({ a, b }: Sides): { pairs: RunPair[]; tasks: number } {
  const ofB = Map.groupBy(
    b.filter(({ task }) => task !== null),
    ({ task }) => task,
  );
  const pairs: RunPair[] = [];
  const tasks = new Set<string>();
  const used = new Map<string, number>();
  for (const run of a) {
    if (run.task === null || pairs.length >= MAX_PAIRS) continue;
    const index = used.get(run.task) ?? 0;
    const other = ofB.get(run.task)?.[index];
    if (!other) continue;
    used.set(run.task, index + 1);
    tasks.add(run.task);
    pairs.push({ a: run, b: other });
  }
  return { pairs, tasks: tasks.size };
}

interface PairFork {
  pair: RunPair;
  a: StepTools | null;
  b: StepTools | null;
  step: number;
}

function forkOf(pair: RunPair): PairFork | undefined {
  const [a, b] = [stepsOf(pair.a).slice(0, MAX_STEPS), stepsOf(pair.b).slice(0, MAX_STEPS)];
  const fork = align(a.map(comparedStep), b.map(comparedStep)).find(isFork);
  if (!fork) return undefined;
  const at = { a: fork.a === null ? null : a[fork.a]!.tools, b: fork.b === null ? null : b[fork.b]!.tools };
  return { pair, ...at, step: (fork.a ?? fork.b ?? 0) + 1 };
}

/** Without texts: only the tools are compared. */
const comparedStep = ({ tools, isAnswer }: PathStep): ComparedStep => ({
  kind: isAnswer ? 'answer' : 'calls',
  calls: tools.map((tool) => ({ tool, names: null, arguments: null, outcome: null, result: null })),
  failed: false,
  ...{ error: null, answer: null, model: null, system: null, input: null, offered: null, message: null, thought: null },
});

function forkTogether(all: readonly PairFork[], pairs: number): Fork {
  const [first] = all as readonly [PairFork];
  const steps = all.map(({ step }) => step);
  const differences = all.flatMap(({ pair: { a, b } }) =>
    a.cost === null || b.cost === null ? [] : (b.cost - a.cost) / NANOS,
  );
  return {
    ...{ a: first.a, b: first.b },
    firstStep: Math.min(...steps),
    lastStep: Math.max(...steps),
    share: shareOfRuns(all.length, pairs),
    costDifference: meanOfNumbers(differences, all.length - differences.length),
    example: { a: first.pair.a.id, b: first.pair.b.id },
  };
}
