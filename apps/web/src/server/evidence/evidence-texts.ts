// The stored thoughts and arguments out of which the texts of findings are cut.
import { callText, type CallKey, type Sql, type TraceKey } from '@subtext/db';

/** Checks read no further in a thought, and arguments are seldom longer. Characters. */
const LONGEST_TEXT = 200_000;

/** Reads each text once. */
export class EvidenceTexts {
  readonly #sql: Sql;
  readonly #key: TraceKey;
  readonly #mostQuotes: number;
  readonly #read = new Map<string, Promise<string | null>>();
  #quotes = 0;

  /** `mostQuotes`: further quotes have no text. */
  constructor(sql: Sql, key: TraceKey, mostQuotes: number) {
    this.#sql = sql;
    this.#key = key;
    this.#mostQuotes = mostQuotes;
  }

  async thought(place: CallKey & { block: number }): Promise<string | null> {
    this.#quotes += 1;
    return this.#quotes > this.#mostQuotes ? null : this.#text({ ...place, field: 'thought' });
  }

  arguments(place: CallKey): Promise<string | null> {
    return this.#text({ ...place, field: 'arguments', block: 0 });
  }

  #text(place: CallKey & { field: 'thought' | 'arguments'; block: number }): Promise<string | null> {
    const name = JSON.stringify([place.spanId, place.index, place.field, place.block]);
    const read = this.#read.get(name) ?? this.#load(place);
    this.#read.set(name, read);
    return read;
  }

  async #load(place: CallKey & { field: 'thought' | 'arguments'; block: number }): Promise<string | null> {
    const found = await callText(this.#sql, this.#key, { ...place, offset: 0, length: LONGEST_TEXT });
    return found?.text ?? null;
  }
}
