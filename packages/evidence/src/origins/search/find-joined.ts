/** Finds the pieces of a value that was put together from several places: an address, a name, a filter. */
import { BestLocations, locationOf, type Occurrence } from './best-locations.ts';
import type { Steps } from './steps.ts';
import { compareRun, runLength, SHORT, type WordedText } from './compare-words.ts';
import { dateReadings, datesIn } from '../text/dates.ts';
import { numbersOfExpression } from '../text/expressions.ts';
import { findWhole, wordedText } from './find-whole.ts';
import { isOpaqueIdentifier } from '../identifiers.ts';
import { numberKey, numberReadings, numbersIn } from '../text/numbers.ts';
import type { OriginPart } from '../origin.ts';
import { wordsOf } from '../text/words.ts';
import type { SeenIndex } from './seen-index.ts';

export interface Joined {
  parts: OriginPart[];
  /** Of the least trusted part. */
  rank: number;
}

/** A longer text is not put together; it is written. */
const MAX_WORDS = 64;
const MAX_PARTS = 8;
/** Of a word that is more frequent than this, a longer piece may be taken for several. */
const MAX_CANDIDATES = 256;
/** At least one part is as long as this: single letters and digits are everywhere. */
const MIN_LONGEST = 4;

/**
 * undefined when too little of the value was seen, or too much of it would have to be new. Only what is more trusted
 * than `below`, a rank, is a source.
 */
export function findJoined(value: string, sources: Sources): Joined | undefined {
  const [first] = sources.indexes;
  if (!first) return undefined;
  // A number or a date is one thing: its digits are everywhere.
  if (numberReadings(value).length > 0 || dateReadings(value).length > 0) return undefined;
  const text = value.trim();
  const numbers = numbersOfExpression(text);
  if (numbers) return joinedNumbers(numbers, sources);
  const worded = wordedText(first, text, wordsOf(text));
  if (worded.words.length < 1 || worded.words.length > MAX_WORDS) return undefined;
  const pieces = piecesOf(worded, sources);
  const seen = pieces.flatMap(({ occurrence }) => (occurrence ? [occurrence] : []));
  if (seen.length === 0 || seen.length > MAX_PARTS || sources.steps.isOver || !isPlausible(worded, pieces))
    return undefined;
  return {
    parts: pieces.map((piece) => partOf(worded.text, piece)),
    rank: Math.max(...seen.map(({ segment }) => segment.rank)),
  };
}

/** A number that was not seen makes the expression new, unless it has a single digit: twice, or for 3 passengers. */
function joinedNumbers(numbers: readonly { text: string }[], sources: Sources): Joined | undefined {
  const parts: OriginPart[] = [];
  let rank = -1;
  for (const text of new Set(numbers.map((number) => number.text))) {
    const best = new BestLocations();
    if (!sources.steps.isOver) findWhole(text, { ...sources, best });
    const seen = best.first && best.first.segment.rank < sources.below ? best.first : undefined;
    if (!seen && text.length > 1) return undefined;
    parts.push({ text, location: seen && locationOf(seen), rules: seen?.rules ?? [] });
    rank = Math.max(rank, seen?.segment.rank ?? -1);
  }
  return rank < 0 || sources.steps.isOver ? undefined : { parts, rank };
}

/** Words of the value from `from` up to `to`. */
interface Piece {
  from: number;
  to: number;
  start: number;
  end: number;
  occurrence: Occurrence | undefined;
}

export interface Sources {
  indexes: readonly SeenIndex[];
  steps: Steps;
  below: number;
}

/** From the left, always the longest piece that was seen. Words that were not seen stay together. */
function piecesOf(worded: WordedText, sources: Sources): Piece[] {
  const literals = literalsByStart(worded.text);
  const pieces: Piece[] = [];
  for (let from = 0; from < worded.words.length && !sources.steps.isOver;) {
    const piece = pieceAt(worded, from, { ...sources, literals });
    const last = pieces.at(-1);
    if (!piece.occurrence && last && !last.occurrence) Object.assign(last, { to: piece.to, end: piece.end });
    else pieces.push(piece);
    from = piece.to;
  }
  return pieces;
}

/** Where the dates and numbers of the value that begin at an offset end: the longest first. */
function literalsByStart(text: string): Map<number, number[]> {
  const ends = new Map<number, number[]>();
  for (const { start, end } of [...datesIn(text), ...numbersIn(text)]) {
    ends.set(
      start,
      [...(ends.get(start) ?? []), end].sort((left, right) => right - left),
    );
  }
  return ends;
}

function pieceAt(worded: WordedText, from: number, sources: Sources & { literals: Map<number, number[]> }): Piece {
  const start = worded.words[from]?.start ?? 0;
  const run = longestRun(worded, from, sources);
  for (const end of sources.literals.get(start) ?? []) {
    if (end < (run?.end ?? 0)) break;
    const best = new BestLocations();
    findWhole(worded.text.slice(start, end), { ...sources, best });
    const to = worded.words.findIndex((word, at) => at > from && word.start >= end);
    if (best.first && best.first.segment.rank < sources.below)
      return { from, to: to < 0 ? worded.words.length : to, start, end, occurrence: best.first };
  }
  return run ?? { from, to: from + 1, start, end: worded.words[from]?.end ?? 0, occurrence: undefined };
}

/** The longest run; of equally long ones the most trusted. */
function longestRun(worded: WordedText, from: number, { indexes, ...sources }: Sources): Piece | undefined {
  let longest: Piece | undefined;
  for (const index of indexes) {
    const found = longestRunIn(index, { value: wordedText(index, worded.text, worded.words), from, ...sources });
    if (found && (!longest || isBetter(found, longest))) longest = found;
  }
  return longest;
}

const isBetter = (left: Piece, right: Piece): boolean =>
  left.to === right.to ? rankOf(left) < rankOf(right) : left.to > right.to;

const rankOf = ({ occurrence }: Piece): number => occurrence?.segment.rank ?? Infinity;

interface RunSearch extends Omit<Sources, 'indexes'> {
  value: WordedText;
  from: number;
}

function longestRunIn(index: SeenIndex, run: RunSearch): Piece | undefined {
  // The second word of `ord_8812` is the rare one, and every run of two words has both.
  const isNextRarer = occurrences(index, run.value.ids[run.from + 1]) < occurrences(index, run.value.ids[run.from]);
  return (isNextRarer ? longestRunAt(index, run, 1) : undefined) ?? longestRunAt(index, run, 0);
}

function occurrences({ firstOf }: SeenIndex, id: number | undefined): number {
  return id === undefined ? Infinity : (firstOf[id + 1] ?? 0) - (firstOf[id] ?? 0);
}

/** Runs that begin with the word `from`, looked up by the word `ahead` of it. */
function longestRunAt(index: SeenIndex, run: RunSearch, ahead: 0 | 1): Piece | undefined {
  const { value, from, steps, below } = run;
  const id = value.ids[from + ahead];
  if (id === undefined) return undefined;
  let longest = { length: 0, position: 0 };
  const first = index.firstOf[id] ?? 0;
  const end = Math.min(index.firstOf[id + 1] ?? 0, first + MAX_CANDIDATES);
  for (let at = first; at < end && !steps.isOver; at += 1) {
    const position = (index.positions[at] ?? 0) - ahead;
    if (position < 0) continue;
    if ((index.segments[index.segmentOf[position] ?? 0]?.rank ?? below) >= below) break;
    const length = runLength(index, value, { first: from, position, count: value.words.length - from });
    steps.take(1 + length);
    if (length > Math.max(ahead, longest.length) && isWorthwhile(index, value, { from, position, length }))
      longest = { length, position };
  }
  return longest.length === 0 ? undefined : pieceOf(index, { value, from, ...longest });
}

/** A single number is found as a number, and a single short word only as it is written. */
function isWorthwhile(
  index: SeenIndex,
  value: WordedText,
  run: { from: number; position: number; length: number },
): boolean {
  const word = value.words[run.from];
  if (run.length > 1 || !word) return true;
  const text = value.text.slice(word.start, word.end);
  if (numberKey(text) !== undefined) return false;
  const segment = index.segments[index.segmentOf[run.position] ?? 0];
  return text.length >= SHORT || (segment?.text.startsWith(text, index.starts[run.position]) ?? false);
}

interface FoundRun {
  value: WordedText;
  from: number;
  length: number;
  position: number;
}

function pieceOf(index: SeenIndex, { value, from, length, position }: FoundRun): Piece | undefined {
  const segment = index.segments[index.segmentOf[position] ?? 0];
  const rules = compareRun(index, value, { first: from, position, count: length });
  if (!segment || !rules) return undefined;
  const [start, end] = [index.starts[position] ?? 0, index.ends[position + length - 1] ?? 0];
  const found = segment.rule === undefined ? rules : [...rules, segment.rule];
  return {
    from,
    to: from + length,
    start: value.words[from]?.start ?? 0,
    end: value.words[from + length - 1]?.end ?? 0,
    occurrence: { segment, start, end, rules: found },
  };
}

const GLUE = /[\p{L}\p{N}_+-]/u;

/** `credit_card` and `5634230` were seen in `credit_card_7815826` and `gift_card_5634230`: together they are new. */
function isCutOut({ occurrence }: Piece): boolean {
  if (!occurrence) return false;
  const { segment, start, end } = occurrence;
  return GLUE.test(segment.text[start - 1] ?? '') || GLUE.test(segment.text[end] ?? '');
}

const partOf = (text: string, { start, end, occurrence }: Piece): OriginPart => ({
  text: text.slice(start, end),
  location: occurrence && locationOf(occurrence),
  rules: occurrence?.rules ?? [],
});

const URL_START = /^[a-z][a-z0-9+.-]{1,20}:\/\/[^/?#\s]*/i;
const HAS_FRAME = /[\s/:=]/;
const ANY_SCHEME = /^[a-z][a-z0-9+.-]*:\/\/(?:www\.)?/i;

/**
 * New words may only frame what was seen: in an address, a path and several words, and not most of it. A longer new
 * word with a digit, or a new host, is an invention.
 */
function isPlausible({ text, words }: WordedText, pieces: readonly Piece[]): boolean {
  const [only, ...others] = pieces;
  // What differs is punctuation: #12 for 12.
  if (only && others.length === 0) return 2 * (only.end - only.start) > text.length;
  if (isOpaqueIdentifier(text) && pieces.some(isCutOut)) return false;
  const address = URL_START.exec(text)?.[0];
  const scheme = address === undefined ? 0 : (ANY_SCHEME.exec(text)?.[0].length ?? 0);
  const isNew = pieces.flatMap(({ from, to, occurrence }) =>
    Array.from({ length: to - from }, () => occurrence === undefined),
  );
  let [seen, fresh] = [0, 0];
  for (const [at, { start, end }] of words.entries()) {
    if (end <= scheme) continue;
    const word = text.slice(start, end);
    if (isNew[at] !== true) seen += word.length;
    else if (!HAS_FRAME.test(text) || (address !== undefined && start < address.length)) return false;
    else if (word.length >= SHORT && /\d/.test(word)) return false;
    else fresh += word.length;
  }
  const longest = Math.max(...pieces.map(({ start, end, occurrence }) => (occurrence ? end - start : 0)));
  return seen >= fresh && longest >= MIN_LONGEST;
}
