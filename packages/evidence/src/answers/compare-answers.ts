/**
 * Whether an answer to the same conversation takes the same action as the recorded one: the same tools, and the same
 * arguments by value. The order of calls within one answer does not matter, because they are requested together.
 */
import { indexSeen } from '../origins/search/seen-index.ts';
import { originsOf } from '../origins/origins-of.ts';
import { jsonEquals } from './json-equals.ts';

/** A call of a tool that an answer requests. */
export interface RequestedCall {
  name: string;
  arguments: unknown;
}

export interface AnswerComparison {
  /** The same tools, each as often; or both answer without a tool. */
  isSameCall: boolean;
  /**
   * `normalized`: some value is only written differently (a number, a date, case, white space). undefined: the calls
   * differ, or there are none.
   */
  arguments: 'exact' | 'normalized' | 'different' | undefined;
}

/** More calls in one answer are compared by name only. */
const MAX_CALLS = 50;

export function compareAnswers(recorded: readonly RequestedCall[], answer: readonly RequestedCall[]): AnswerComparison {
  if (namesOf(recorded) !== namesOf(answer)) return { isSameCall: false, arguments: undefined };
  if (recorded.length === 0) return { isSameCall: true, arguments: undefined };
  if (recorded.length > MAX_CALLS) return { isSameCall: true, arguments: 'different' };
  return { isSameCall: true, arguments: matchCalls(recorded, answer) };
}

const namesOf = (calls: readonly RequestedCall[]): string => JSON.stringify(calls.map(({ name }) => name).toSorted());

/** Each recorded call takes the best of the calls of its name that are left. */
function matchCalls(recorded: readonly RequestedCall[], answer: readonly RequestedCall[]) {
  const left = [...answer];
  const take = (fits: (call: RequestedCall) => boolean) => {
    const at = left.findIndex(fits);
    return at >= 0 && left.splice(at, 1).length > 0;
  };
  const unmatched = recorded.filter(
    (call) => !take((other) => other.name === call.name && jsonEquals(other.arguments, call.arguments)),
  );
  if (unmatched.length === 0) return 'exact';
  const isNormalized = unmatched.every((call) =>
    take((other) => other.name === call.name && meansSame(other.arguments, call.arguments)),
  );
  return isNormalized ? 'normalized' : 'different';
}

/** Both have the same paths, and at each path the same value by the rules of origins. */
function meansSame(left: unknown, right: unknown): boolean {
  const [ofLeft, ofRight] = [valuesByPath(left), valuesByPath(right)];
  if (!ofLeft || !ofRight || ofLeft.size !== ofRight.size) return false;
  return [...ofLeft].every(([path, value]) => ofRight.has(path) && isSameValue(value, ofRight.get(path)));
}

/** undefined: more values than are compared. */
function valuesByPath(args: unknown): Map<string, unknown> | undefined {
  const { values, omitted } = originsOf(args, [], { maxSteps: 0 });
  return omitted > 0 ? undefined : new Map(values.map(({ path, value }) => [JSON.stringify(path), value]));
}

function isSameValue(left: unknown, right: unknown): boolean {
  if (jsonEquals(left, right)) return true;
  if (!isScalar(left) || !isScalar(right)) return false;
  // Either may be the longer one: a value within a longer text is not the same value.
  return isWhole(left, right) && isWhole(right, left);
}

function isWhole(value: unknown, seen: unknown): boolean {
  const [found] = originsOf({ value }, indexSeen([{ kind: 'user', json: seen }])).values;
  if (!found || !('match' in found.origin)) return false;
  const { how, doubt } = found.origin.match;
  return (how === 'exact' || how === 'normalized') && doubt === undefined;
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
