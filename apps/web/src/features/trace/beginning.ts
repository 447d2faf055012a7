/** The beginning of a text that comes with its row is one line of so many characters: what it leaves out of the text. Pure. */
const MOST = 160;

/** `breaks`: nothing, or line breaks and indents, which may have been made blanks. Only one word is sure to be the whole. */
export function beginningLacks(beginning: string, blocks = 1): 'rest' | 'breaks' | 'nothing' {
  if ([...beginning].length >= MOST || blocks > 1) return 'rest';
  return /\s/.test(beginning) ? 'breaks' : 'nothing';
}
