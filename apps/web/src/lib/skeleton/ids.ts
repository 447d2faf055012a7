/** Ids of spans by their places: first those of the rows, then those that rows only name. */
import { readHex, readNumbers, writeHex, writeNumbers } from './digits.ts';
import type { Value } from './groups.ts';

/** One after the other, since all are as long as an id is or half as long: nothing between them has to be sent. Else as they are. */
export type Ids = { count: number; heads: string; whole: WholeIds } | string[];
interface WholeIds {
  count: number;
  /** Places, from that behind the one before. */
  places: string;
  tails: string;
}

const ID = /^[\da-f]{8}(?:[\da-f]{8})?$/;
const HALF = 8;

export function placesOf(ids: readonly Value[]): { all: Value[]; placeOf: (id: Value) => number } {
  const all = [...ids];
  const places = new Map<Value, number>();
  for (let place = 0; place < all.length; place++) places.set(all[place]!, place);
  const placeOf = (id: Value) => {
    const known = places.get(id);
    if (known !== undefined) return known;
    places.set(id, all.length);
    return all.push(id) - 1;
  };
  return { all, placeOf };
}

export function writeIds(ids: readonly string[]): Ids {
  if (!ids.every((id) => ID.test(id))) return [...ids];
  const places = ids.flatMap((id, place) => (id.length > HALF ? [place] : []));
  const whole = {
    count: places.length,
    places: writeNumbers(places.map((place, at) => place - (places[at - 1] ?? -1) - 1)),
    tails: writeHex(places.map((place) => ids[place]!.slice(HALF)).join('')),
  };
  return { count: ids.length, heads: writeHex(ids.map((id) => id.slice(0, HALF)).join('')), whole };
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
