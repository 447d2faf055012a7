/**
 * Finds the nearest ancestor of a span that may contain it, in few jumps at any depth: with 100,000 responses, each
 * nested in the previous one, walking up for every step would take too long. Used by step-containers.ts.
 * Spans that may contain others form a chain. Each has a pointer to a farther ancestor (skew-binary, so jump lengths
 * double) and the first start and last end of the spans in between: none of these can contain a time outside of that
 * range.
 */
import type { SpanRow } from '../skeleton/skeleton.ts';
import { endOrNever } from '../figures/took.ts';

/** `always`: the search ends here. `inside`: it ends here if the time lies inside the span. */
export type Holds = 'always' | 'inside' | 'never';

export interface Ancestors {
  /**
   * The nearest ancestor that contains the time; `missing` = the id of a parent that was not received; null = there is
   * none.
   */
  above(span: SpanRow, moment: number): SpanRow | { missing: string } | null;
}

const TOP = -1;
const MISSING = -2;
const UNKNOWN = -3;
const VISITED = -4;

/** Spans by index, in their original order. */
export interface Family {
  all: readonly SpanRow[];
  places: ReadonlyMap<string, number>;
  /** Index of the parent; TOP without a parent, MISSING when it was not received. */
  parents: Int32Array;
}

export function familyOf(spans: ReadonlyMap<string, SpanRow>): Family {
  const all = [...spans.values()];
  const places = new Map<string, number>();
  all.forEach(({ id }, place) => places.set(id, place));
  const parents = Int32Array.from(all, ({ parentId }) => (parentId === null ? TOP : (places.get(parentId) ?? MISSING)));
  return { all, places, parents };
}

/** `rootId`: a parent that counts as the root. */
export function ancestorsOf(
  { all, places, parents }: Family,
  rootId: string | null,
  holds: (span: SpanRow) => Holds,
): Ancestors {
  /** The nearest ancestor that may contain others, or TOP or MISSING. */
  const up = new Int32Array(all.length).fill(UNKNOWN);
  const ends: (string | null)[] = new Array<string | null>(all.length).fill(null);
  const kinds = all.map(holds);
  const chain = jumps(all, kinds, up);

  const parentOf = (place: number) => (rootId !== null && all[place]!.parentId === rootId ? TOP : parents[place]!);
  const resolve = (from: number) => {
    const way: number[] = [];
    let at = from;
    while (at >= 0 && up[at] === UNKNOWN) {
      up[at] = VISITED;
      way.push(at);
      at = parentOf(at);
    }
    for (let place = way.pop(); place !== undefined; place = way.pop()) {
      const parent = parentOf(place);
      // A parent that is still being visited is a descendant of this span: breaks the cycle here.
      if (parent < 0 || up[parent] === VISITED) up[place] = parent < 0 ? parent : TOP;
      else up[place] = kinds[parent] === 'never' ? up[parent]! : parent;
      ends[place] = parent === MISSING ? all[place]!.parentId : parent >= 0 ? ends[parent]! : null;
      if (kinds[place] !== 'never') chain.add(place);
    }
  };
  for (let place = 0; place < all.length; place++) if (up[place] === UNKNOWN) resolve(place);

  return {
    above(span, moment) {
      const place = places.get(span.id) ?? TOP;
      if (place < 0) return null;
      const found = chain.find(up[place]!, moment);
      if (found >= 0) return all[found]!;
      const missing = ends[place]!;
      return found === MISSING && missing !== null ? { missing } : null;
    },
  };
}

function jumps(all: readonly SpanRow[], kinds: readonly Holds[], up: Int32Array) {
  const depth = new Int32Array(all.length);
  const jump = new Int32Array(all.length);
  // The range of a span and its ancestors, up to but without the one it jumps to.
  const first = new Float64Array(all.length);
  const last = new Float64Array(all.length);
  const startOf = (place: number) => (kinds[place] === 'always' ? -Infinity : all[place]!.start);
  const endOf = (place: number) => (kinds[place] === 'always' ? Infinity : endOrNever(all[place]!));
  const add = (place: number) => {
    const over = up[place]!;
    [first[place], last[place]] = [startOf(place), endOf(place)];
    jump[place] = over;
    if (over < 0) return;
    depth[place] = depth[over]! + 1;
    const far = jump[over]!;
    if (far < 0 || depth[over]! - depth[far]! !== depth[far]! - depthOf(jump[far]!)) return;
    jump[place] = jump[far]!;
    first[place] = Math.min(first[place]!, first[over]!, first[far]!);
    last[place] = Math.max(last[place]!, last[over]!, last[far]!);
  };
  const depthOf = (place: number) => (place < 0 ? -1 : depth[place]!);
  const find = (from: number, moment: number): number => {
    let at = from;
    while (at >= 0) {
      if (startOf(at) <= moment && moment < endOf(at)) return at;
      at = moment < first[at]! || moment >= last[at]! ? jump[at]! : up[at]!;
    }
    return at;
  };
  return { add, find };
}
