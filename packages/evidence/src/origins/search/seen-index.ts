/**
 * The index of what the model had before a step: computed once, and used for all calls of the step. Its size and the
 * time for it grow with the length of the texts.
 *
 *   entries, by trust → texts (leaves of JSON; texts without escapes) → words, numbers and dates → where each occurs
 */
import { cutOf, HELD_MARK } from '@subtext/reasoning';
import { datesIn, indexKeys, type DateLiteral } from '../text/dates.ts';
import { leavesOf } from '../text/leaves.ts';
import type { Literal } from '../text/literal.ts';
import { numbersIn } from '../text/numbers.ts';
import { TRUST, type JsonPath, type OriginKind, type Rule, type SeenEntry } from '../origin.ts';
import { unescaped } from '../text/unescape.ts';
import { eachWord } from '../text/words.ts';

/** One text to search: a whole text, or a value or key of JSON. */
export interface Segment {
  /** Position of the kind in TRUST. */
  rank: number;
  entry: number | undefined;
  step?: string;
  call?: string;
  path: JsonPath;
  isKey: boolean;
  text: string;
  /** Where the text begins and ends without the white space around it. */
  contentStart: number;
  contentEnd: number;
  /** The text was changed by this rule; `original` leads back to the offsets before. */
  rule?: Rule;
  original?: (offset: number) => number;
}

/** A number or a date, and the segment that it is in. */
export type Located<Found extends Literal> = Found & { segment: number };

/** Segments are in the order of trust, and so are the occurrences of a word, a number and a date. */
export interface SeenIndex {
  segments: readonly Segment[];
  /** Numbers of folded words, in the order in which they first occur. */
  words: ReadonlyMap<string, number>;
  /** By position: the number of the word, its segment, and where it begins and ends there. */
  ids: Int32Array;
  segmentOf: Int32Array;
  starts: Int32Array;
  ends: Int32Array;
  /** The positions of word `w` are `positions[firstOf[w]]` up to `positions[firstOf[w + 1]]`. */
  positions: Int32Array;
  firstOf: Int32Array;
  numbers: ReadonlyMap<string, readonly Located<Literal>[]>;
  dates: ReadonlyMap<string, readonly Located<DateLiteral>[]>;
  /** Of all segments. */
  characters: number;
  /** A text was cut, hashed or withheld: what was in it is unknown. */
  isWithheld: boolean;
  /** Something was beyond the limits. */
  isPartial: boolean;
}

/** Characters over all texts, with those of the second forms. */
const MAX_CHARACTERS = 8_000_000;
const MAX_LEAVES_OF_ENTRY = 200_000;
/** More occurrences of one number or date are not better evidence. */
const MAX_LITERALS = 64;

const WITHHELD = new RegExp(String.raw`\[(?:masked|withheld): |${HELD_MARK}`);

/** The text before the mark of a cut, and whether anything is missing. */
export function withoutCutMark(text: string): { text: string; isWithheld: boolean } {
  const cut = text.endsWith(']') ? cutOf(text) : undefined;
  const kept = cut ? text.slice(0, text.length - cut.mark.length) : text;
  return { text: kept, isWithheld: cut !== undefined || (kept.includes('[') && WITHHELD.test(kept)) };
}

/**
 * `firstEntry`: how many entries are in the indexes before, when each step has an index of what came new with it. A
 * search takes several.
 */
export function indexSeen(seen: readonly SeenEntry[], firstEntry = 0): SeenIndex {
  const builder = new IndexBuilder(MAX_CHARACTERS);
  const entries = seen.map((entry, at) => ({ entry, position: firstEntry + at, rank: TRUST.indexOf(entry.kind) }));
  for (const { entry, position, rank } of entries.toSorted((left, right) => left.rank - right.rank)) {
    if (entry.isIncomplete === true) builder.isWithheld = true;
    const { step, call } = entry;
    const source = { rank, entry: position, ...(step !== undefined && { step }), ...(call !== undefined && { call }) };
    builder.addTree(source, 'text' in entry ? entry.text : entry.json);
  }
  return builder.finish();
}

/** The index of values from the schema of a tool, of at most so many characters. */
export function indexSchema(values: readonly { path: JsonPath; value: unknown }[], maxCharacters: number): SeenIndex {
  const builder = new IndexBuilder(maxCharacters);
  const rank = TRUST.indexOf('schema' satisfies OriginKind);
  for (const { path, value } of values) builder.addTree({ rank, entry: undefined, path }, value);
  return builder.finish();
}

type Source = Pick<Segment, 'rank' | 'entry' | 'step' | 'call'> & { path?: JsonPath };

class IndexBuilder {
  isWithheld = false;
  #isPartial = false;
  #characters = 0;
  readonly #maxCharacters: number;
  readonly #segments: Segment[] = [];
  readonly #words = new Map<string, number>();
  readonly #ids: number[] = [];
  readonly #segmentOf: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #numbers = new Map<string, Located<Literal>[]>();
  readonly #dates = new Map<string, Located<DateLiteral>[]>();

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  addTree({ path: root = [], ...source }: Source, tree: unknown) {
    const { leaves, omitted } = leavesOf(tree, { limit: MAX_LEAVES_OF_ENTRY, withKeys: true });
    if (omitted > 0) this.#isPartial = true;
    const keys = new Set<unknown>();
    for (const { path, value, isKey } of leaves) {
      // The rows of a result have the same keys: the first is enough.
      if (isKey && keys.has(value)) continue;
      if (isKey) keys.add(value);
      const text = typeof value === 'number' ? String(value) : value;
      if (typeof text === 'string')
        this.#addText({ ...source, path: root.length > 0 ? [...root, ...path] : path, isKey, text });
    }
  }

  #addText(segment: Omit<Segment, 'contentStart' | 'contentEnd'>) {
    const { text, isWithheld } = withoutCutMark(segment.text);
    if (isWithheld) this.isWithheld = true;
    this.#addSegment({ ...segment, text });
    for (const form of unescaped(text)) this.#addSegment({ ...segment, ...form });
  }

  #addSegment(segment: Omit<Segment, 'contentStart' | 'contentEnd'>) {
    const { text } = segment;
    if (this.#characters + text.length > this.#maxCharacters) {
      this.#isPartial = true;
      return;
    }
    this.#characters += text.length;
    const contentStart = text.length - text.trimStart().length;
    const at = this.#segments.push({ ...segment, contentStart, contentEnd: text.trimEnd().length }) - 1;
    eachWord(segment.text, ({ start, end, folded }) => {
      this.#ids.push(this.#idOf(folded));
      this.#segmentOf.push(at);
      this.#starts.push(start);
      this.#ends.push(end);
    });
    for (const number of numbersIn(segment.text)) addTo(this.#numbers, number.key, { ...number, segment: at });
    for (const date of datesIn(segment.text)) {
      for (const key of indexKeys(date)) addTo(this.#dates, key, { ...date, segment: at });
    }
  }

  #idOf(folded: string): number {
    const stored = this.#words.get(folded);
    if (stored !== undefined) return stored;
    this.#words.set(folded, this.#words.size);
    return this.#words.size - 1;
  }

  finish(): SeenIndex {
    const ids = Int32Array.from(this.#ids);
    return {
      segments: this.#segments,
      words: this.#words,
      ids,
      segmentOf: Int32Array.from(this.#segmentOf),
      starts: Int32Array.from(this.#starts),
      ends: Int32Array.from(this.#ends),
      ...positionsByWord(ids, this.#words.size),
      numbers: this.#numbers,
      dates: this.#dates,
      characters: this.#characters,
      isWithheld: this.isWithheld,
      isPartial: this.#isPartial,
    };
  }
}

function addTo<Value>(map: Map<string, Value[]>, key: string, value: Value) {
  const values = map.get(key);
  if (!values) map.set(key, [value]);
  else if (values.length < MAX_LITERALS) values.push(value);
}

/** Counting sort: positions stay in order for every word. */
function positionsByWord(ids: Int32Array, words: number): { positions: Int32Array; firstOf: Int32Array } {
  const firstOf = new Int32Array(words + 1);
  for (const id of ids) firstOf[id + 1] = (firstOf[id + 1] ?? 0) + 1;
  for (let word = 0; word < words; word += 1) firstOf[word + 1] = (firstOf[word + 1] ?? 0) + (firstOf[word] ?? 0);
  const next = firstOf.slice();
  const positions = new Int32Array(ids.length);
  ids.forEach((id, position) => {
    const at = next[id] ?? 0;
    positions[at] = position;
    next[id] = at + 1;
  });
  return { positions, firstOf };
}
