/**
 * Rules by name, for JSON keys and for attributes whose names are paths (`http.request.header.authorization`,
 * `metadata.password.0`).
 */

export interface KeyMatcher {
  /** True when a rule matches a name. Caches results, because span attribute names repeat. */
  fits(name: string): boolean;
  /**
   * True when a text may contain a matching name. False means that it certainly does not, unless the name is written
   * with escapes.
   */
  mayHold(text: string): boolean;
}

const MAX_REMEMBERED = 5_000;

export function keyMatcher(rules: readonly string[]): KeyMatcher | undefined {
  if (rules.length === 0) return undefined;
  const exact = new Set(rules.filter((rule) => !rule.includes('*')).map((rule) => rule.toLowerCase()));
  const globs = rules.filter((rule) => rule.includes('*')).map((rule) => rule.toLowerCase().split(/\*+/));
  const cache = new Map<string, boolean>();
  const needles = [
    ...exact,
    ...globs.map((pieces) => pieces.reduce((long, piece) => (piece.length > long.length ? piece : long))),
  ];
  const fitsRule = (name: string) => exact.has(name) || globs.some((pieces) => fitsGlob(name, pieces));
  const fits = (name: string): boolean => {
    const before = cache.get(name);
    if (before !== undefined) return before;
    const lower = name.toLowerCase();
    const found = fitsRule(lower) || (lower.includes('.') && lower.split('.').some(fitsRule));
    if (cache.size >= MAX_REMEMBERED) cache.clear();
    if (name.length <= 200) cache.set(name, found);
    return found;
  };
  const mayHold = (text: string): boolean => {
    const lower = text.toLowerCase();
    return needles.some((needle) => lower.includes(needle));
  };
  return { fits, mayHold };
}

/**
 * Finds each piece between the stars at its first position, which is enough because a star matches anything. This makes
 * the match linear.
 */
function fitsGlob(name: string, pieces: readonly string[]): boolean {
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= name.length - last.length;
}

/** `*token*` is meant for secrets. A number under a name that counts tokens is a figure that goes into sums. */
export function isFigure(name: string, value: unknown): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint') return false;
  return value >= 0 && value <= 1e9 && /tokens(?:[._]?count)?$|token_count|usage\./i.test(name);
}

/**
 * A name and separator in text that is not JSON: truncated JSON, headers, logs. Quotes may be escaped, even several
 * times.
 */
const NAMED = /(?<![\w.$@-])(\\{0,16}["'`])?([\w.$@-]{1,100})\1?\s{0,8}(?:=>|[:=])\s{0,8}/g;

/** Returns the ranges of values whose names match a rule. A value without an end extends to the end of the text. */
export function namedValues(text: string, keys: KeyMatcher): [number, number][] {
  const found: [number, number][] = [];
  if (!keys.mayHold(text)) return found;
  let end = 0;
  for (const match of text.matchAll(NAMED)) {
    const from = match.index + match[0].length;
    if (from < end || !keys.fits(match[2]!)) continue;
    const range = valueAt(text, from);
    if (isFigure(match[2]!, figureIn(text.slice(...range)))) continue;
    if (range[1] > range[0]) found.push(range);
    end = range[1];
  }
  return found;
}

const figureIn = (text: string): unknown => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

function valueAt(text: string, from: number): [number, number] {
  const quote = /^\\*["'`]/.exec(text.slice(from, from + 16))?.[0];
  if (quote !== undefined) return [from + quote.length, endOfQuoted(text, from + quote.length, quote)];
  const opening = text[from];
  if (opening === '{' || opening === '[') return [from, endOfBrackets(text, from)];
  const stop = /[\n\r&;,"'`}\])<]/g;
  stop.lastIndex = from;
  return [from, stop.exec(text)?.index ?? text.length];
}

/** Finds the same quote with the same number of backslashes. More backslashes belong to a nested text. */
function endOfQuoted(text: string, from: number, quote: string): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (text[at - 1] !== '\\' || at === from) return at;
  }
  return text.length;
}

function endOfBrackets(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') depth += 1;
    if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return text.length;
}
