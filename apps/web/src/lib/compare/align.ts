/**
 * Two runs → pairs of steps. Pairs steps with the same tools, preferring those with the same argument names. Steps
 * between two such pairs are put side by side in order. Runs in a worker, because two runs of 10,000 steps have 100
 * million possible pairs.
 *
 *   A  search  read  ─────  update      a pair has the differences of its steps, and what is known of one only
 *   B  search  read  verify update      a step alone: the other run has no step here
 */
import { diffArrays } from 'diff';

/** Equal for equal texts; `''` = there was none; null = not captured, so nothing is known about it. */
export type Digest = string | null;

/** The fields of a step that the comparison needs; texts are compared later, only for visible rows. */
export interface ComparedStep {
  kind: 'calls' | 'answer' | 'trailing' | 'response' | 'run';
  calls: ComparedCall[];
  /** The model call failed. */
  failed: boolean;
  /** Why it failed. */
  error: Digest;
  answer: Digest;
  model: Digest;
  system: Digest;
  input: Digest;
  /** The tools that were offered. */
  offered: Digest;
  /** The text before the calls. */
  message: Digest;
  thought: Digest;
}
export interface ComparedCall {
  tool: string;
  /** Sorted; null = not available. */
  names: readonly string[] | null;
  arguments: Digest;
  /** How it ended. */
  outcome: Digest;
  result: Digest;
}

/**
 * What can differ, in the order in which it is reported. `step`: only one run has a step here. `names`, `values`: of
 * arguments. `offered`: the tools that the model could call.
 */
export const DIFFERENCES = [
  ...['step', 'tools', 'names', 'values', 'outcome', 'error', 'result', 'answer'],
  ...['model', 'system', 'input', 'offered', 'message', 'thought'],
] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** Captured on one side only: on `on` it is unknown, so it is neither equal nor different. */
export interface Unknown {
  what: Difference;
  on: 'a' | 'b';
}

export interface Pair {
  /** Index of the step; null = the run has no step here. */
  a: number | null;
  b: number | null;
  differences: readonly Difference[];
  unknown: readonly Unknown[];
}

/**
 * With more edits than this, the rest is put side by side in order: runs with nothing in common need nothing better.
 */
const MAX_EDITS = 2000;
/** Maximum number of pairs compared between two certain pairs; with more, steps are put side by side. */
const MAX_CELLS = 250_000;

export function align(a: readonly ComparedStep[], b: readonly ComparedStep[]): Pair[] {
  const runs = { a, b };
  const pairs: Pair[] = [];
  let [fromA, fromB] = [0, 0];
  for (const [indexA, indexB] of sureOnes(runs)) {
    pairs.push(...between(runs, { fromA, toA: indexA, fromB, toB: indexB }), pairOf(runs, indexA, indexB));
    [fromA, fromB] = [indexA + 1, indexB + 1];
  }
  return [...pairs, ...between(runs, { fromA, toA: a.length, fromB, toB: b.length })];
}

interface Runs {
  a: readonly ComparedStep[];
  b: readonly ComparedStep[];
}

export const isDifferent = ({ differences }: Pair): boolean => differences.length > 0;

const ACTIONS: ReadonlySet<Difference> = new Set(['step', 'tools', 'names', 'values', 'outcome', 'error']);

/** The runs did different things there, or their calls ended differently. */
export const isFork = ({ differences }: Pair): boolean => differences.some((one) => ACTIONS.has(one));

/**
 * The common prefix of both runs, by tools, which later steps must not pull apart. For long runs also the longest
 * common subsequence.
 */
function sureOnes({ a, b }: Runs): [number, number][] {
  const tools = { a: a.map(toolsOf), b: b.map(toolsOf) };
  let start = 0;
  while (start < a.length && start < b.length && tools.a[start] === tools.b[start]) start++;
  const sure: [number, number][] = Array.from({ length: start }, (_, index) => [index, index]);
  if ((a.length - start) * (b.length - start) <= MAX_CELLS) return sure;
  const changes = diffArrays(tools.a.slice(start), tools.b.slice(start), { maxEditLength: MAX_EDITS }) ?? [];
  let [indexA, indexB] = [start, start];
  for (const { added, removed, value } of changes) {
    if (!added && !removed)
      sure.push(...value.map((_, offset): [number, number] => [indexA + offset, indexB + offset]));
    if (!added) indexA += value.length;
    if (!removed) indexB += value.length;
  }
  return sure;
}

const toolsOf = ({ kind, calls }: ComparedStep): string =>
  calls.length > 0 ? JSON.stringify(calls.map(({ tool }) => tool)) : kind;

interface Gap {
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
}

/**
 * Pairs the steps between two certain pairs: those with the most tools in common first; the others stand side by side.
 */
function between(runs: Runs, { fromA, toA, fromB, toB }: Gap): Pair[] {
  const matches = bestMatches(runs.a.slice(fromA, toA), runs.b.slice(fromB, toB));
  const pairs: Pair[] = [];
  let [nextA, nextB] = [fromA, fromB];
  const sideBySide = (untilA: number, untilB: number) => {
    for (; nextA < untilA || nextB < untilB; nextA++, nextB++) {
      const [indexA, indexB] = [nextA < untilA ? nextA : null, nextB < untilB ? nextB : null];
      pairs.push(pairOf(runs, indexA, indexB));
    }
    [nextA, nextB] = [untilA, untilB];
  };
  for (const [offsetA, offsetB] of matches) {
    sideBySide(fromA + offsetA, fromB + offsetB);
    pairs.push(pairOf(runs, fromA + offsetA, fromB + offsetB));
    [nextA, nextB] = [fromA + offsetA + 1, fromB + offsetB + 1];
  }
  sideBySide(toA, toB);
  return pairs;
}

/** The sequence of pairs with the highest total similarity (Needleman and Wunsch, 1970, without a gap penalty). */
function bestMatches(a: readonly ComparedStep[], b: readonly ComparedStep[]): [number, number][] {
  if (a.length === 0 || b.length === 0 || a.length * b.length > MAX_CELLS) return [];
  const width = b.length + 1;
  const best = new Float64Array((a.length + 1) * width);
  for (let row = a.length - 1; row >= 0; row--)
    for (let column = b.length - 1; column >= 0; column--) {
      const skip = Math.max(best[(row + 1) * width + column]!, best[row * width + column + 1]!);
      best[row * width + column] = Math.max(
        skip,
        best[(row + 1) * width + column + 1]! + inCommon(a[row]!, b[column]!),
      );
    }
  const matches: [number, number][] = [];
  for (let row = 0, column = 0; row < a.length && column < b.length;) {
    const here = best[row * width + column]!;
    if (here === best[(row + 1) * width + column]) row++;
    else if (here === best[row * width + column + 1]) column++;
    else matches.push([row++, column++]);
  }
  return matches;
}

/** Tools count more than arguments; 0 = nothing in common. */
function inCommon(a: ComparedStep, b: ComparedStep): number {
  if (a.calls.length === 0 || b.calls.length === 0) return a.kind === b.kind ? 1 : 0;
  const left = new Map(b.calls.map((call) => [call.tool, call]));
  let common = 0;
  for (const call of a.calls) {
    const other = left.get(call.tool);
    if (!other) continue;
    left.delete(call.tool);
    common += 1 + (sameNames(call, other) ? 0.25 : 0) + (call.arguments === other.arguments ? 0.25 : 0);
  }
  return common / Math.max(a.calls.length, b.calls.length);
}

function pairOf({ a, b }: Runs, indexA: number | null, indexB: number | null): Pair {
  const [stepA, stepB] = [a[indexA ?? -1], b[indexB ?? -1]];
  const found = stepA && stepB ? compareSteps(stepA, stepB) : ({ differences: ['step'], unknown: [] } as const);
  return { a: indexA, b: indexB, ...found };
}

type Compared = Pick<Pair, 'differences' | 'unknown'>;

const OF_STEP = ['answer', 'model', 'system', 'input', 'offered', 'message', 'thought'] as const;

function compareSteps(a: ComparedStep, b: ComparedStep): Compared {
  const differences = new Set<Difference>();
  const unknown = new Map<string, Unknown>();
  const compare = (what: Difference, left: Digest, right: Digest) => {
    if (left === right) return;
    if (left !== null && right !== null) return void differences.add(what);
    const on = left === null ? 'a' : 'b';
    unknown.set(`${what} ${on}`, { what, on });
  };
  if (toolsOf(a) !== toolsOf(b)) differences.add('tools');
  else
    for (const [index, call] of a.calls.entries()) {
      const other = b.calls[index]!;
      if (!sameNames(call, other)) differences.add('names');
      else compare('values', call.arguments, other.arguments);
      compare('outcome', call.outcome, other.outcome);
      compare('result', call.result, other.result);
    }
  if (a.failed !== b.failed) differences.add('outcome');
  else if (a.failed) compare('error', a.error, b.error);
  for (const field of OF_STEP) compare(field, a[field], b[field]);
  return {
    differences: DIFFERENCES.filter((one) => differences.has(one)),
    unknown: [...unknown.values()].filter(({ what }) => !differences.has(what)),
  };
}

/** Missing names do not count as a difference. */
function sameNames({ names: a }: ComparedCall, { names: b }: ComparedCall): boolean {
  return !a || !b || (a.length === b.length && a.every((name, index) => name === b[index]));
}
