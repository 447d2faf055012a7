/**
 * Keeps JSON text as it was written, because parsing loses digits of numbers above 2^53. The text stays with the object
 * or list that was parsed from it until that is stored. A copy or a changed value has no text, so code that masks or
 * shortens values need not handle this.
 */
const WRITTEN = new WeakMap<object, string>();

/**
 * Text without this many consecutive digits is not kept. Keeping every text (for a `1.0`, a `1e3` or duplicate keys)
 * made reading a span a third slower, mostly for the garbage collector; searching for all of these first, a fifth.
 */
const LONG_NUMBER = /\d{16}/;
const LONG = 16;

/**
 * Any run of that many digits covers a multiple of that number: checking only those positions takes a tenth of the
 * time.
 */
function hasLongNumber(text: string): boolean {
  for (let at = LONG - 1; at < text.length; at += LONG) {
    const sign = text.charCodeAt(at);
    if (sign <= NINE && sign >= ZERO && LONG_NUMBER.test(text.slice(at - LONG + 1, at + LONG))) return true;
  }
  return false;
}

const [ZERO, NINE] = [0x30, 0x39];

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The value parsed from a text, which is kept with it. A number that would be serialized differently stays text. */
export function asWritten(value: unknown, text: string): unknown {
  if (typeof value === 'number') return String(value) === text.trim() ? value : text;
  if (!isTree(value) || !hasLongNumber(text)) return value;
  WRITTEN.set(value, text);
  new WrittenPieces(text).walk(value, 0);
  return value;
}

/**
 * undefined for text, and for a value that was not parsed from text or is not a part that may be arguments or a result.
 */
export function writtenJson(value: unknown): string | undefined {
  return isTree(value) ? WRITTEN.get(value) : undefined;
}

/** Names under which senders put arguments and results. */
const NAMES: ReadonlySet<string> = new Set(
  'arguments input inputs args kwargs parameters response result output content json structuredContent'.split(' '),
);

/** Messages have no deeper values. */
const DEEPEST = 12;

const [SPACE, QUOTE, COMMA, COLON, LIST, ESCAPE] = [0x20, 0x22, 0x2c, 0x3a, 0x5b, 0x5c];
const [LIST_END, RECORD, RECORD_END] = [0x5d, 0x7b, 0x7d];

/** Walks through a text beside the value parsed from it, and keeps the pieces that are arguments or results. */
class WrittenPieces {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The last of several equal keys has the value and is kept. */
  walk(value: unknown, depth: number): void {
    const sign = this.#skipSpace();
    if (sign === RECORD) this.#record(value, depth);
    else if (sign === LIST) this.#list(value, depth);
    else if (sign === QUOTE) this.#string();
    else this.#word();
  }

  #record(value: unknown, depth: number): void {
    this.#at += 1;
    while (this.#next() !== RECORD_END) {
      const name = this.#name();
      this.#skipSpace();
      // The colon.
      this.#at += 1;
      this.#skipSpace();
      const from = this.#at;
      const child = isTree(value) && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
      this.#inside(child, depth);
      if (isTree(child) && NAMES.has(name)) WRITTEN.set(child, this.#text.slice(from, this.#at));
    }
    this.#at += 1;
  }

  #list(value: unknown, depth: number): void {
    this.#at += 1;
    for (let index = 0; this.#next() !== LIST_END; index += 1)
      this.#inside(Array.isArray(value) ? value[index] : undefined, depth);
    this.#at += 1;
  }

  #inside(child: unknown, depth: number): void {
    if (depth <= DEEPEST) this.walk(child, depth + 1);
    else this.#pass();
  }

  /** Skips a value that is too deep, without descending. */
  #pass(): void {
    let open = 0;
    do {
      const sign = this.#skipSpace();
      if (sign === QUOTE) this.#string();
      else if (!SIGNS.has(sign)) this.#word();
      else {
        this.#at += 1;
        if (sign === RECORD || sign === LIST) open += 1;
        else if (sign === RECORD_END || sign === LIST_END) open -= 1;
      }
    } while (open > 0);
  }

  #name(): string {
    const name = this.#string();
    return name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name;
  }

  /** Returns the text between the quotes. */
  #string(): string {
    const from = this.#at + 1;
    let end = this.#at;
    do end = this.#text.indexOf('"', end + 1);
    while (this.#isEscaped(end));
    this.#at = end + 1;
    return this.#text.slice(from, end);
  }

  #isEscaped(at: number): boolean {
    let from = at;
    while (this.#text.charCodeAt(from - 1) === ESCAPE) from -= 1;
    return (at - from) % 2 === 1;
  }

  #word(): void {
    while (this.#at < this.#text.length && !ENDS_WORD.has(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #next(): number {
    const sign = this.#skipSpace();
    if (sign !== COMMA) return sign;
    this.#at += 1;
    return this.#skipSpace();
  }

  #skipSpace(): number {
    let sign = this.#text.charCodeAt(this.#at);
    while (sign <= SPACE) {
      this.#at += 1;
      sign = this.#text.charCodeAt(this.#at);
    }
    return sign;
  }
}

const SIGNS: ReadonlySet<number> = new Set([COMMA, COLON, LIST, LIST_END, RECORD, RECORD_END]);
const ENDS_WORD: ReadonlySet<number> = new Set([COMMA, LIST_END, RECORD_END, SPACE, 0x09, 0x0a, 0x0d]);
