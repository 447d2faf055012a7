/** Where words stand in a text, so that they can be marked. Pure; components/PlainText.tsx draws it. */

/** A text is found wherever it stands, as in a trace; each of several words only where one begins, as the search finds them. */
export type Find = string | readonly string[] | null | undefined;

/** What is written without spaces: there each character begins a word. As `search_text` of the database has it. */
const UNSPACED = '\\u0e00-\\u0eff\\u2e80-\\ud7ff\\uf900-\\ufaff';
const WITHIN_WORD = `(?<!(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])`;

/** The text in parts: the odd ones are what was found. */
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
