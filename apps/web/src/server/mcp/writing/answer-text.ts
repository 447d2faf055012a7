// The text of an answer: our own lines, texts of traces inside marks that they cannot close, all within the budget.
import { randomBytes } from 'node:crypto';
import { plural } from '../../../lib/figures/format.ts';
import { beginning, bytesFor, bytesIn, shares } from './budget.ts';

/** A text of a trace that may be longer than the answer. */
export interface LongText {
  label: string;
  /** From `offset` on. */
  text: string;
  offset: number;
  /** Offsets count UTF-16 units, as JavaScript does, and not code points, as PostgreSQL does. */
  isUtf16?: boolean;
  /** Of the whole text; more than is here when only a part was read. */
  totalCharacters: number;
  /** How to ask for what follows the first `next` characters. */
  rest: (next: number) => string;
}

interface ListOfItems {
  items: readonly string[];
  /** How to get the items after the first `shown`; undefined = these are all. */
  rest: (shown: number) => string | undefined;
  /** The share of the room that is left: 1 by default. */
  share?: number;
}

/** What a text might close the marks with, whatever the id. */
const MARK = /<(?=\s*\/?\s*trace-text)/gi;
const SHORT_CHARACTERS = 200;
/** Room for the sentence that says what was left out. */
const RESERVED_BYTES = 240;

export class AnswerText {
  /** New in each answer, so that no recorded text can know it. */
  readonly #id = randomBytes(4).toString('hex');
  readonly #bytes: number;
  readonly #lines: string[] = [];

  constructor(maxTokens: number) {
    this.#bytes = bytesFor(maxTokens);
  }

  /** Marks text of a trace as data. */
  mark(text: string): string {
    return `<trace-text ${this.#id}>${text.toWellFormed().replaceAll(MARK, '‹')}</trace-text ${this.#id}>`;
  }

  /** A name or a preview in one marked line. */
  short(text: string): string {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    return this.mark(line.length > SHORT_CHARACTERS ? `${line.slice(0, SHORT_CHARACTERS)}…` : line);
  }

  /** The text of one item of a list: at most a third of the answer, so that at least one item always fits. */
  item(text: string): string {
    const part = beginning(text, Math.floor(this.#bytes / 3)).text;
    return this.mark(part === text ? text : `${part}…`);
  }

  /** Lines that every answer has: few and short. */
  say(...lines: readonly (string | undefined)[]): void {
    this.#lines.push(...lines.filter((line) => line !== undefined));
  }

  /** As many items as fit, and how to get the others. Returns how many fit. */
  list({ items, rest, share = 1 }: ListOfItems): number {
    let left = this.#left() * share - RESERVED_BYTES;
    const fits = items.findIndex((item) => (left -= bytesIn(item) + 1) < 0);
    const shown = fits < 0 ? items.length : fits;
    this.say(...items.slice(0, shown), rest(shown));
    return shown;
  }

  /** As many items as fit after the first `skip`; says how to ask for the others. `what`: one of them. */
  page(items: readonly string[], { skip, what }: { skip: number; what: string }): void {
    const left = items.slice(skip);
    const rest = (shown: number) =>
      shown < left.length ? `${plural(left.length - shown, what)}: ask again with skip=${skip + shown}.` : undefined;
    this.list({ items: left, rest });
  }

  /** Texts that share what is left of the budget. */
  texts(texts: readonly LongText[]): void {
    const marks = bytesIn(this.mark('')) + RESERVED_BYTES;
    const sizes = texts.map(({ text }) => bytesIn(text));
    const granted = shares(sizes, this.#left() - texts.length * marks);
    for (const [index, text] of texts.entries()) this.#text(text, granted[index]!);
  }

  toString(): string {
    return this.#lines.join('\n');
  }

  #text({ label, text, offset, isUtf16, totalCharacters, rest }: LongText, bytes: number): void {
    const part = beginning(text, bytes);
    const end = offset + (isUtf16 ? part.text.length : part.characters);
    const from = offset > 0 ? ` from character ${offset}` : '';
    this.say(`${label}${from}:`, this.mark(part.text));
    if (end < totalCharacters) this.say(`Cut at character ${end} of ${totalCharacters}. ${rest(end)}`);
  }

  #left(): number {
    return this.#bytes - bytesIn(this.toString()) - 1;
  }
}
