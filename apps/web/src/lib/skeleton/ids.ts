/** Span ids by index: first the ids of the rows, then ids that rows only refer to. */
import { readHex, readNumbers, writeHex, writeNumbers } from './digits.ts';
import type { Value } from './groups.ts';

/**
 * Concatenated without separators, because all are as long as an id or half as long. If an id has another length, they
 * are sent as a list.
 */
export type Ids = { count: number; heads: string; whole: WholeIds } | string[];
interface WholeIds {
  count: number;
  /** Indexes, relative to the previous one. */
  places: string;
  tails: string;
}

const ID = /^[\da-f]{8}(?:[\da-f]{8})?$/;
const HALF = 8;

/** Rows that are checked for an id before the map of all ids is used, which takes ten times as long. */
const MAX_NEAR = 8;

export interface Places {
  /** Ids by index; grows with each id that no row has. */
  all: Value[];
  /** The index of any id, including ids that no row has. */
  placeOf: (id: Value) => number;
  /** The same, for an id that is probably at `place` or shortly after it. */
  placeFrom: (id: Value, place: number) => number;
}

export function idPositions(ids: readonly Value[]): Places {
  const all = [...ids];
  let places: Map<Value, number> | undefined;
  const placeOf = (id: Value) => {
    places ??= new Map(all.map((known, place) => [known, place]));
    const known = places.get(id);
    if (known !== undefined) return known;
    places.set(id, all.length);
    return all.push(id) - 1;
  };
  const placeFrom = (id: Value, place: number) => {
    const end = Math.min(place + MAX_NEAR, all.length);
    for (let near = place; near < end; near++) if (all[near] === id) return near;
    return placeOf(id);
  };
  return { all, placeOf, placeFrom };
}

export function writeIds(ids: readonly string[]): Ids {
  if (!ids.every((id) => ID.test(id))) return [...ids];
  const places: number[] = [];
  for (let place = 0; place < ids.length; place++) if (ids[place]!.length > HALF) places.push(place);
  const whole = {
    count: places.length,
    places: writeNumbers(places.map((place, at) => place - (places[at - 1] ?? -1) - 1)),
    tails: writeHex(
      places.map((place) => ids[place]!),
      { from: HALF, count: HALF },
    ),
  };
  return { count: ids.length, heads: writeHex(ids, { from: 0, count: HALF }), whole };
}

export function readIds(written: Ids): string[] {
  if (Array.isArray(written)) return written;
  const ids = halves(written.heads, written.count);
  const { count, places, tails } = written.whole;
  let place = -1;
  const steps = readNumbers(places, count);
  halves(tails, count).forEach((tail, at) => {
    place += steps[at]! + 1;
    ids[place] += tail;
  });
  return ids;
}

function halves(written: string, count: number): string[] {
  const hex = readHex(written, count * HALF);
  return Array.from({ length: count }, (_, at) => hex.slice(at * HALF, (at + 1) * HALF));
}
