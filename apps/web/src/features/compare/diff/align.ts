/**
 * Two runs → pairs of steps. Pairs steps with the same tools, preferring those with the same argument names. Steps
 * between two such pairs are put side by side in order. Runs in a worker, because two runs of 10,000 steps have 100
 * million possible pairs.
 *
 *   A  search  read  ─────  update      a pair has the difference of its steps: none, tools, argument names, outcome
 *   B  search  read  verify update      a step alone: the other run has no step here
 */
import { diffArrays } from 'diff';

/** The fields of a step that the comparison needs; texts are compared later, only for visible rows. */
export interface ComparedStep {
  kind: 'calls' | 'answer' | 'trailing' | 'response' | 'run';
  calls: ComparedCall[];
  failed: boolean;
}
export interface ComparedCall {
  tool: string;
  /** Sorted; null = not available. */
  names: readonly string[] | null;
  /** A number that is equal for equal arguments; null = not available. */
  value: number | null;
  failed: boolean;
}

/**
 * `step`: only one run has a step here. `tools`, `names`, `outcome`, `values` (of arguments): the first of these that
 * differs.
 */
export type Difference = 'step' | 'tools' | 'names' | 'outcome' | 'values' | null;
export interface Pair {
  /** Index of the step; null = the run has no step here. */
  a: number | null;
  b: number | null;
  difference: Difference;
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

export const isFork = ({ difference }: Pair): boolean => difference !== null;

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

/** Tools count more than argument names; 0 = nothing in common. */
function inCommon(a: ComparedStep, b: ComparedStep): number {
  if (a.calls.length === 0 || b.calls.length === 0) return a.kind === b.kind ? 1 : 0;
  const left = new Map(b.calls.map((call) => [call.tool, call]));
  let common = 0;
  for (const call of a.calls) {
    const other = left.get(call.tool);
    if (!other) continue;
    left.delete(call.tool);
    common += 1 + (sameNames(call, other) ? 0.25 : 0);
  }
  return common / Math.max(a.calls.length, b.calls.length);
}

function pairOf({ a, b }: Runs, indexA: number | null, indexB: number | null): Pair {
  const [stepA, stepB] = [a[indexA ?? -1], b[indexB ?? -1]];
  return { a: indexA, b: indexB, difference: stepA && stepB ? differenceOf(stepA, stepB) : 'step' };
}

function differenceOf(a: ComparedStep, b: ComparedStep): Difference {
  if (toolsOf(a) !== toolsOf(b)) return 'tools';
  const pairs = a.calls.map((call, index) => [call, b.calls[index]!] as const);
  if (pairs.some(([one, other]) => !sameNames(one, other))) return 'names';
  if (a.failed !== b.failed || pairs.some(([one, other]) => one.failed !== other.failed)) return 'outcome';
  return pairs.some(([one, other]) => one.value !== other.value) ? 'values' : null;
}

/** Missing names do not count as a difference. */
function sameNames({ names: a }: ComparedCall, { names: b }: ComparedCall): boolean {
  return !a || !b || (a.length === b.length && a.every((name, index) => name === b[index]));
}
