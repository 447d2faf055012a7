/** Finds a value as it is: by its words, or by its number or date in any form. */
import { anyYear, dateReadings, type DateLiteral } from '../text/dates.ts';
import type { BestLocations } from './best-locations.ts';
import type { Steps } from './steps.ts';
import { compareRun, SHORT, type WordedText } from './compare-words.ts';
import type { Literal } from '../text/literal.ts';
import { numberReadings } from '../text/numbers.ts';
import type { Doubt, Rule } from '../origin.ts';
import type { Located, SeenIndex } from './seen-index.ts';
import { unescaped } from '../text/unescape.ts';
import { wordsOf, type Word } from '../text/words.ts';

export interface Search {
  indexes: readonly SeenIndex[];
  best: BestLocations;
  steps: Steps;
}

/** Adds the best places of the value, which is a number or a string. */
export function findWhole(value: number | string, search: Search) {
  const numbers = numberReadings(value);
  const dates = dateReadings(value);
  for (const index of search.indexes) {
    for (const reading of numbers) findNumber(index, { reading, text: String(value) }, search.best);
    for (const reading of dates) findDate(index, { reading, text: String(value) }, search.best);
  }
  // A number is only found as a number: 12 is not part of 12.5.
  if (typeof value === 'number' || numbers.length > 0) return;
  for (const form of [{ text: value, rule: undefined }, ...unescaped(value)]) {
    const words = wordsOf(form.text);
    for (const index of search.indexes) findWords(index, { ...form, words }, search);
  }
}

/** The words of a text, with their numbers in the index. */
export function wordedText(index: SeenIndex, text: string, words: readonly Word[]): WordedText {
  return { text, words, ids: words.map(({ folded }) => index.words.get(folded)) };
}

/** Of the occurrences of a value, in the order of trust, the best of so many count. */
const MAX_ACCEPTED = 64;

interface Form {
  text: string;
  words: readonly Word[];
  rule: Rule | undefined;
}

function findWords(index: SeenIndex, { text, words, rule }: Form, search: Search) {
  const value = wordedText(index, text, words);
  const rarest = rarestWord(index, value);
  if (rarest === undefined) return;
  const id = value.ids[rarest] ?? 0;
  const end = index.firstOf[id + 1] ?? 0;
  let accepted = 0;
  for (let at = index.firstOf[id] ?? 0; at < end && accepted < MAX_ACCEPTED; at += 1) {
    if (search.steps.isOver) return;
    const position = (index.positions[at] ?? 0) - rarest;
    const segment = index.segments[index.segmentOf[position + rarest] ?? 0];
    if (!segment || search.best.isFullFor(segment.rank)) return;
    search.steps.take(1 + equalWords(index, value, position));
    const found = occurrenceAt(index, value, position);
    if (!found) continue;
    accepted += 1;
    const rules = [rule, ...found.rules, segment.rule].filter((named) => named !== undefined);
    search.best.add({ ...found, segment, rules: [...new Set(rules)] });
  }
}

/** undefined when a word of the value was not seen at all. */
function rarestWord(index: SeenIndex, { ids }: WordedText): number | undefined {
  let [rarest, least] = [-1, Infinity];
  for (const [at, id] of ids.entries()) {
    if (id === undefined) return undefined;
    const count = (index.firstOf[id + 1] ?? 0) - (index.firstOf[id] ?? 0);
    if (count < least) [rarest, least] = [at, count];
  }
  return rarest < 0 ? undefined : rarest;
}

function equalWords(index: SeenIndex, { ids }: WordedText, position: number): number {
  if (position < 0) return 0;
  let equal = 0;
  while (equal < ids.length && index.ids[position + equal] === ids[equal]) equal += 1;
  return equal;
}

function occurrenceAt(index: SeenIndex, value: WordedText, position: number) {
  const count = value.ids.length;
  if (position < 0 || index.segmentOf[position] !== index.segmentOf[position + count - 1]) return undefined;
  if (equalWords(index, value, position) < count) return undefined;
  const rules = compareRun(index, value, { first: 0, position, count });
  const segment = index.segments[index.segmentOf[position] ?? 0];
  if (!rules || !segment) return undefined;
  const lead = value.text.slice(0, value.words[0]?.start).trimStart();
  const trail = value.text.slice(value.words.at(-1)?.end).trimEnd();
  const [start, end] = [
    (index.starts[position] ?? 0) - lead.length,
    (index.ends[position + count - 1] ?? 0) + trail.length,
  ];
  const seen = segment.text;
  if (!seen.startsWith(lead, start) || !seen.slice(start, end).endsWith(trail)) return undefined;
  const isAsWritten = seen.startsWith(value.text, (index.starts[position] ?? 0) - (value.words[0]?.start ?? 0));
  // Two letters in another case are another word more often than not: DE and de.
  const isPart = start > segment.contentStart || end < segment.contentEnd;
  if (value.text.length < SHORT && rules.length > 0 && isPart) return undefined;
  const isPadded = !isAsWritten && value.text.trim().length < value.text.length;
  return { start, end, rules: isPadded ? [...rules, 'white space' as const] : rules };
}

interface Read<Reading> {
  reading: Reading;
  /** The value as it is written. */
  text: string;
}

function findNumber(index: SeenIndex, { reading, text }: Read<Literal>, best: BestLocations) {
  for (const literal of index.numbers.get(reading.key) ?? []) {
    addLiteral(index, { literal, text, rule: 'number form', doubt: reading.doubt ?? literal.doubt }, best);
  }
}

function findDate(index: SeenIndex, { reading, text }: Read<DateLiteral>, best: BestLocations) {
  for (const { literal, doubt } of datesLike(index, reading)) {
    addLiteral(index, { literal, text, rule: 'date form', doubt: reading.doubt ?? literal.doubt ?? doubt }, best);
  }
}

type FoundDate = { literal: Located<DateLiteral>; doubt?: Doubt };

/** The dates that the reading can mean, the surest first. */
function datesLike(index: SeenIndex, { key, dayKey, hasYear, localKey, instantKey }: DateLiteral): FoundDate[] {
  const at = (name: string) => index.dates.get(name) ?? [];
  const doubted = (literals: readonly Located<DateLiteral>[], doubt: Doubt) =>
    literals.map((literal) => ({ literal, doubt }));
  if (!hasYear) return [...at(dayKey), ...at(anyYear(dayKey))].map((literal) => ({ literal }));
  if (localKey === undefined) return [...at(key).map((literal) => ({ literal })), ...doubted(at(dayKey), 'year')];
  const sameInstant = instantKey === undefined ? [] : at(instantKey).map((literal) => ({ literal }));
  const sameClock = at(localKey).map((literal) => {
    const hasOneZone = (instantKey === undefined) !== (literal.instantKey === undefined);
    return hasOneZone ? { literal, doubt: 'time zone' as const } : { literal };
  });
  const usable = sameClock.filter(({ literal }) => instantKey === undefined || literal.instantKey === undefined);
  const days = doubted(
    at(key).filter((literal) => literal.localKey === undefined),
    'time',
  );
  return [...sameInstant, ...usable, ...days];
}

interface FoundLiteral {
  literal: Located<Literal>;
  text: string;
  rule: Rule;
  doubt: Doubt | undefined;
}

function addLiteral(index: SeenIndex, { literal, text, rule, doubt }: FoundLiteral, best: BestLocations) {
  const segment = index.segments[literal.segment];
  if (!segment) return;
  const { start, end } = literal;
  const isSame = segment.text.slice(start, end) === text;
  const rules = [isSame ? undefined : rule, literal.rule, segment.rule].filter((named) => named !== undefined);
  best.add({ segment, start, end, rules, doubt });
}
