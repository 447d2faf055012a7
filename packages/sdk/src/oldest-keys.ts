/** Which key of a map to forget next: the one that was set first. For maps that are kept within a bound. */

/**
 * One walk for all of a map's life, each key taken is to be deleted. A walk from the beginning for each passes over all the gaps that the
 * earlier ones have left: 7 to 35 µs with 20,000 keys, where this takes a hundredth.
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
