/**
 * Encodes the parents of spans in time order as steps from the previous span: 0 is that span, 1 its parent, and so on.
 * A response and the tools it runs are never far apart.
 */
import { readNumbers } from './digits.ts';
import type { Value } from './groups.ts';
import type { Places } from './ids.ts';

/** Maximum number of steps. */
const MAX_STEPS = 8;
const NO_PARENT = -1;
const FAR = -2;

/** Indexes of the parents, -1 = none: mostly found along the path that the encoding uses. */
export function placesOfParents(parentIds: readonly Value[], { all, placeOf }: Places): number[] {
  const parents: number[] = [];
  parentIds.forEach((id, at) => {
    let above = id === null ? NO_PARENT : at - 1;
    for (let steps = 0; above >= 0 && all[above] !== id; steps++)
      above = steps < MAX_STEPS && above < at ? parents[above]! : NO_PARENT;
    parents.push(id === null || above >= 0 ? above : placeOf(id));
  });
  return parents;
}

/** `parents`: indexes, -1 = none. A distant parent is encoded as the number of rows in between. */
export function writeParents(parents: readonly number[]): { steps: number[]; far: number[] } {
  const far: number[] = [];
  const steps = parents.map((parent, at) => {
    if (parent < 0) return NO_PARENT;
    // The decoder does not yet know parents of later rows.
    for (let steps = 0, above = at - 1; steps < MAX_STEPS && above >= 0 && above < at; steps++) {
      if (above === parent) return steps;
      above = parents[above]!;
    }
    far.push(at - parent);
    return FAR;
  });
  return { steps, far };
}

export function readParents(stepsOfGroup: readonly Value[], groups: ArrayLike<number>, far: string): Int32Array {
  const { length } = groups;
  const steps = new Int32Array(length);
  for (let at = 0; at < length; at++) steps[at] = stepsOfGroup[groups[at]!] as number;
  const between = readNumbers(
    far,
    steps.reduce((count, one) => count + (one === FAR ? 1 : 0), 0),
  );
  const parents = new Int32Array(length);
  let next = 0;
  for (let at = 0; at < length; at++) {
    const count = steps[at]!;
    let parent = at - 1;
    if (count === NO_PARENT) parent = NO_PARENT;
    else if (count === FAR) parent = at - between[next++]!;
    else for (let step = 0; step < count; step++) parent = parents[parent]!;
    parents[at] = parent;
  }
  return parents;
}
