/**
 * The index of a conversation that grows: each addition has an index of its own, and eight of one size become one. A
 * search so looks into few indexes, and each text is indexed a few times, however many steps the conversation has.
 */
import type { SeenEntry } from '../origins/origin.ts';
import { indexSeen, type SeenIndex } from '../origins/search/seen-index.ts';

interface Level {
  level: number;
  first: number;
  entries: readonly SeenEntry[];
  index: SeenIndex;
}

const MERGED = 8;
/** An index has a limit of its own, and so much is far below it. */
const LARGEST = 4_000_000;

export class GrowingIndex {
  #levels: readonly Level[] = [];

  get indexes(): SeenIndex[] {
    return this.#levels.map(({ index }) => index);
  }

  /** `first`: the number of entries before. Returns how many characters are new. */
  add(entries: readonly SeenEntry[], first: number): number {
    const index = indexSeen(entries, first);
    this.#levels = [...this.#levels, { level: 0, first, entries, index }];
    this.#merge();
    return index.characters;
  }

  clear(): void {
    this.#levels = [];
  }

  #merge(): void {
    for (;;) {
      const last = this.#levels.slice(-MERGED);
      const [oldest] = last;
      if (!oldest || last.length < MERGED || last.some(({ level }) => level !== oldest.level)) return;
      if (last.reduce((sum, { index }) => sum + index.characters, 0) > LARGEST) return;
      const entries = last.flatMap((each) => each.entries);
      const merged = { level: oldest.level + 1, first: oldest.first, entries, index: indexSeen(entries, oldest.first) };
      this.#levels = [...this.#levels.slice(0, -MERGED), merged];
    }
  }
}
