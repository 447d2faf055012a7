/** Ids of spans by their places: first those of the rows, then those that rows only name. */
import { readHex, writeHex } from './digits.ts';
import type { Value } from './groups.ts';

/** One after the other where all are as long as an id is: nothing between them has to be sent. */
export type Ids = { count: number; hex: string } | string[];

const ID = /^[\da-f]{16}$/;
const ID_CHARACTERS = 16;

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

export function writeIds(ids: readonly Value[]): Ids {
  const all = ids.map(String);
  return all.every((id) => ID.test(id)) ? { count: all.length, hex: writeHex(all.join('')) } : all;
}

export function readIds(ids: Ids): string[] {
  if (Array.isArray(ids)) return ids;
  const hex = readHex(ids.hex, ids.count * ID_CHARACTERS);
  return Array.from({ length: ids.count }, (_, at) => hex.slice(at * ID_CHARACTERS, (at + 1) * ID_CHARACTERS));
}
