/**
 * Masks one text: entities, patterns and names, and in JSON also inside its strings, however often they are encoded. A
 * visible mark replaces each match. A value that cannot be searched (too large, too deep, a rule that fails) is
 * withheld completely, with the reason in its place.
 */
import { FINDERS, type Range } from './entities.ts';
import { isFigure, keyMatcher, namedValues, type KeyMatcher } from './key-names.ts';
import { isRaw, losslessJson } from './lossless-json.ts';
import { BRIEF, Budget, compilePattern, Unaffordable, WHOLE, Withheld } from './patterns.ts';
import type { ProjectRules } from './rules.ts';

/** Larger texts are withheld: a secret at the truncation boundary could not be recognized. */
const LARGEST_TEXT = 1_000_000;
/** JSON nesting levels, including each time that JSON is encoded as a string. */
const DEEPEST_JSON = 100;
/** How many levels of escapes are undone in a text that is not JSON. */
const MAX_ESCAPES = 4;
/** Characters. A longer text can take tens of milliseconds and more: up to a second for a million characters. */
const BRIEF_TEXT = 20_000;

export interface Masker {
  /** Starts a span, whose texts share a budget. */
  begin(): Masking;
}

export interface Masking {
  /** Never throws. */
  text(text: string): string;
  /**
   * Like `text`, but returns undefined when masking could take long enough to block others. Then mask it in a worker.
   */
  brief(text: string): string | undefined;
  /** Call it after other work had its turn: resets the budget spent by `brief`. */
  rested(): void;
  /** True when everything under this name is masked. */
  hides(name: string, value: unknown): boolean;
  /** The distinct reasons for which values were withheld. */
  readonly reasons: Set<string>;
}

interface Rule {
  label: string;
  find(text: string, budget: Budget): readonly Range[];
}

export const KEY_MARK = '[masked: by name]';

/** undefined when there is nothing to mask. Throws an Error with a sentence when a rule cannot be used. */
export function createMasker({ keys: names, patterns, entities }: ProjectRules['mask']): Masker | undefined {
  const compiled = patterns.map((pattern) => {
    try {
      const { name, isAnchored, find } = compilePattern(pattern);
      return { label: name, isAnchored, find };
    } catch (error) {
      throw new Error(`pattern “${pattern.name}”: ${(error as Error).message}`, { cause: error });
    }
  });
  const rules: Rule[] = [...compiled, ...entities.map((entity) => ({ label: entity, find: FINDERS[entity] }))];
  const keys = keyMatcher(names);
  if (rules.length === 0 && !keys) return undefined;
  const isAnchored = compiled.some((pattern) => pattern.isAnchored);
  return { begin: () => new TextMasking({ rules, keys, isAnchored }) };
}

interface Rules {
  rules: readonly Rule[];
  keys: KeyMatcher | undefined;
  /** A pattern must see each JSON value separately. */
  isAnchored: boolean;
}

class TextMasking implements Masking {
  readonly reasons = new Set<string>();
  readonly #rules: readonly Rule[];
  readonly #keys: KeyMatcher | undefined;
  readonly #isAnchored: boolean;
  readonly #whole = new Budget(WHOLE);
  #brief = new Budget(BRIEF);
  #budget = this.#whole;

  constructor({ rules, keys, isAnchored }: Rules) {
    this.#rules = rules;
    this.#keys = keys;
    this.#isAnchored = isAnchored;
  }

  text(text: string): string {
    if (text.length > LARGEST_TEXT) return this.#withhold(`larger than ${LARGEST_TEXT} characters`);
    try {
      return this.#masked(text, 0);
    } catch (error) {
      return this.#withhold(error instanceof Withheld ? error.message : 'a rule failed');
    }
  }

  brief(text: string): string | undefined {
    if (text.length > LARGEST_TEXT) return this.text(text);
    if (text.length > BRIEF_TEXT) return undefined;
    this.#budget = this.#brief;
    try {
      return this.#masked(text, 0);
    } catch (error) {
      return error instanceof Unaffordable ? undefined : this.text(text);
    } finally {
      this.#budget = this.#whole;
    }
  }

  rested(): void {
    this.#brief = new Budget(BRIEF);
  }

  hides(name: string, value: unknown): boolean {
    return this.#keys !== undefined && this.#keys.fits(name) && !isFigure(name, value);
  }

  #withhold(reason: string): string {
    this.reasons.add(reason);
    return `[withheld: ${reason}]`;
  }

  #masked(text: string, depth: number): string {
    if (depth > DEEPEST_JSON) throw new Withheld(`nested deeper than ${DEEPEST_JSON} levels`);
    const isFound = this.#ranges(text).length > 0;
    // Without escapes, everything in the JSON values is also in the text.
    const isClear = !isFound && !this.#isAnchored && !text.includes('\\') && this.#keys?.mayHold(text) !== true;
    if (isClear) return text;
    const parsed = losslessJson(text);
    if (parsed === undefined) return this.#plain(text);
    const masked = this.#value(parsed.value, depth + 1);
    // JSON.parse keeps only the last of duplicate keys, so the text is rebuilt from the parsed value: content of the
    // first must not stay.
    return masked === parsed.value && !isFound ? text : this.#replaced(JSON.stringify(masked));
  }

  /** Returns the same value when nothing in it was masked. */
  #value(value: unknown, depth: number): unknown {
    if (depth > DEEPEST_JSON) throw new Withheld(`nested deeper than ${DEEPEST_JSON} levels`);
    if (typeof value === 'string') return this.#masked(value, depth);
    if (typeof value === 'number') return this.#number(value, String(value));
    if (isRaw(value)) return this.#number(value, value.rawJSON);
    if (Array.isArray(value)) return this.#list(value, depth);
    return typeof value === 'object' && value !== null ? this.#object(value as Record<string, unknown>, depth) : value;
  }

  #number(value: unknown, digits: string): unknown {
    const masked = this.#replaced(digits);
    return masked === digits ? value : masked;
  }

  #list(list: readonly unknown[], depth: number): unknown {
    const masked = list.map((item) => this.#value(item, depth + 1));
    return masked.some((item, index) => item !== list[index]) ? masked : list;
  }

  #object(object: Record<string, unknown>, depth: number): unknown {
    const masked = Object.create(null) as Record<string, unknown>;
    let isSame = true;
    const named = nameOfPair(object);
    for (const [key, value] of Object.entries(object)) {
      const hidden = this.hides(key, value) || (key === 'value' && named !== undefined && this.hides(named, value));
      const newValue = hidden ? KEY_MARK : this.#value(value, depth + 1);
      const newKey = unusedKey(masked, this.#plain(key));
      isSame &&= newValue === value && newKey === key;
      masked[newKey] = newValue;
    }
    return isSame ? object : masked;
  }

  /**
   * Masks a text that is not JSON. If it contains escapes (truncated JSON, logs), the unescaped text is searched as
   * well.
   */
  #plain(text: string): string {
    let masked = this.#replaced(text);
    let inner = masked;
    for (let level = 0; level < MAX_ESCAPES && inner.includes('\\'); level++) {
      const next = unescaped(inner);
      if (next === inner) break;
      inner = this.#replaced(next);
      if (inner !== next) masked = inner;
    }
    return masked;
  }

  #replaced(text: string): string {
    const ranges = this.#ranges(text);
    return ranges.length === 0 ? text : replace(text, ranges);
  }

  #ranges(text: string): Labelled[] {
    const found: Labelled[] = [];
    if (this.#keys) {
      for (const range of namedValues(text, this.#keys)) {
        if (!isMark(text.slice(...range))) found.push({ range, label: 'by name' });
      }
    }
    for (const { label, find } of this.#rules) {
      for (const range of find(text, this.#budget)) found.push({ range, label });
    }
    return found.length === 0 ? found : outsideMarks(text, found);
  }
}

interface Labelled {
  range: Range;
  label: string;
}

/** Finds the name in `{ name: 'password', value: … }`, a common form for headers and parameters. */
function nameOfPair(object: Record<string, unknown>): string | undefined {
  if (!('value' in object)) return undefined;
  const name = object.key ?? object.name;
  return typeof name === 'string' ? name : undefined;
}

/** Two keys with the same mask must not become one key. */
function unusedKey(object: object, key: string): string {
  let unused = key;
  for (let count = 2; unused in object; count++) unused = `${key} ${count}`;
  return unused;
}

const MARK = /\[(?:masked|withheld): [^[\]]{1,80}\]/g;
const isMark = (text: string): boolean => text.replace(MARK, '') === '';

/** Ignores matches inside marks. A rule that matches the words of a mark would otherwise mask it again and again. */
function outsideMarks(text: string, found: Labelled[]): Labelled[] {
  if (!text.includes('[masked: ') && !text.includes('[withheld: ')) return found;
  const marks = Array.from(text.matchAll(MARK), ({ index, 0: mark }) => [index, index + mark.length] as const);
  return found.filter(({ range: [from, to] }) => !marks.some(([start, end]) => start <= from && to <= end));
}

/** Overlapping matches become one mark with the label of the first. */
function replace(text: string, found: readonly Labelled[]): string {
  const ordered = found.toSorted((left, right) => left.range[0] - right.range[0] || right.range[1] - left.range[1]);
  let result = '';
  let end = 0;
  for (const { range, label } of ordered) {
    if (range[0] >= end) result += `${text.slice(end, range[0])}[masked: ${label}]`;
    end = Math.max(end, range[1]);
  }
  return result + text.slice(end);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescaped(text: string): string {
  return text.replaceAll(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[nrtbf"'\\/])/g, (_whole, sign: string) =>
    sign.length > 1 ? String.fromCharCode(parseInt(sign.slice(1), 16)) : (ESCAPES[sign] ?? sign),
  );
}
