/** Finds the oldest key of a map with a bounded size. */

/**
 * One iterator for the whole life of the map; each key it returns must be deleted. A new iterator for each would pass
 * over the gaps of all deleted keys: 7 to 35 µs with 20,000 keys, a hundred times as long.
 */
export class OldestKeys<Key> {
  readonly #map: ReadonlyMap<Key, unknown>;
  #walk: Iterator<Key, undefined>;

  constructor(map: ReadonlyMap<Key, unknown>) {
    this.#map = map;
    this.#walk = map.keys();
  }

  /** undefined when the map is empty. */
  take(): Key | undefined {
    const next = this.#walk.next();
    if (!next.done) return next.value;
    this.#walk = this.#map.keys();
    return this.#walk.next().value;
  }
}
