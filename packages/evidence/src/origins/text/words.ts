/**
 * Cuts text into words: runs of letters, marks and digits. Matches begin and end at words, so that 12 is not found in
 * 8812. In scripts that are written without spaces every character is a word.
 */

/** A word of a text; `folded` is equal for words that differ in case or Unicode form. */
export interface Word {
  start: number;
  end: number;
  folded: string;
}

const [SEPARATOR, PART, WHOLE] = [0, 1, 2] as const;
type CharacterClass = typeof SEPARATOR | typeof PART | typeof WHOLE;

const WORD_CHARACTER = /^[\p{L}\p{M}\p{N}]$/u;
const WITHOUT_SPACES =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]$/u;
const ASCII = 0x80;

const classify = (character: string): CharacterClass => {
  if (!WORD_CHARACTER.test(character)) return SEPARATOR;
  return WITHOUT_SPACES.test(character) ? WHOLE : PART;
};
const ASCII_CLASSES = Uint8Array.from({ length: ASCII }, (_, code) => classify(String.fromCharCode(code)));
/** By code point. The alphabet bounds its size. */
const OTHER_CLASSES = new Map<number, CharacterClass>();

function classOf(code: number): number {
  if (code < ASCII) return ASCII_CLASSES[code] ?? SEPARATOR;
  const stored = OTHER_CLASSES.get(code);
  if (stored !== undefined) return stored;
  const found = classify(String.fromCodePoint(code));
  OTHER_CLASSES.set(code, found);
  return found;
}

/** True when a word goes on with this character. A lone surrogate is a separator. */
export const continuesWord = (text: string, at: number): boolean => classOf(text.codePointAt(at) ?? 0) === PART;

const NOT_ASCII = /[^\0-\x7f]/;
export const fold = (word: string): string =>
  NOT_ASCII.test(word) ? word.normalize('NFKC').toLowerCase() : word.toLowerCase();

/** Calls `visit` with every word, in order. */
export function eachWord(text: string, visit: (word: Word) => void): void {
  let start = -1;
  const end = (at: number) => {
    if (start >= 0) visit({ start, end: at, folded: fold(text.slice(start, at)) });
    start = -1;
  };
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const size = code > 0xffff ? 2 : 1;
    const found = classOf(code);
    if (found !== PART) end(at);
    if (found === PART && start < 0) start = at;
    if (found === WHOLE) visit({ start: at, end: at + size, folded: fold(text.slice(at, at + size)) });
    at += size;
  }
  end(text.length);
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  eachWord(text, (word) => words.push(word));
  return words;
}
