/** The positions of matches in a text, so that they can be highlighted. Pure; components/text/PlainText.tsx renders it. */

/**
 * A string matches anywhere, like find in a trace; each word of a list matches only at the beginning of a word, like
 * the search.
 */
export type Find = string | readonly string[] | null | undefined;

/**
 * Scripts without spaces, in which every character begins a word. The same ranges as in the database's `search_text`.
 */
const UNSPACED = '\\u0e00-\\u0eff\\u2e80-\\ud7ff\\uf900-\\ufaff';
const WITHIN_WORD = `(?<!(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])`;

/** The text in parts: those with an odd index are matches. */
export function markedParts(text: string, find: Find): string[] {
  const words = [find ?? []]
    .flat()
    .map((word) => word.trim())
    .filter(Boolean);
  if (words.length === 0) return [text];
  const pattern = words.map((word) => patternOf(word, typeof find !== 'string')).join('|');
  return text.split(new RegExp(`(${pattern})`, 'iu'));
}

function patternOf(word: string, atBeginning: boolean): string {
  const escaped = word.replaceAll(/[.*+?^${}()|[\]\\/-]/g, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
  const beginsWord = new RegExp(`^(?![${UNSPACED}])[\\p{L}\\p{N}]`, 'u').test(word);
  return atBeginning && beginsWord ? `${WITHIN_WORD}${escaped}` : escaped;
}
