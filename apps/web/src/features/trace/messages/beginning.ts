/** What the beginning of a text that its row carries (one line, at most 160 characters) leaves out. Pure. */
const MOST = 160;

/**
 * `breaks`: nothing is left out, except that line breaks and indents may have become spaces. Only a single word is
 * certainly complete.
 */
export function beginningLacks(beginning: string, blocks = 1): 'rest' | 'breaks' | 'nothing' {
  if ([...beginning].length >= MOST || blocks > 1) return 'rest';
  return /\s/.test(beginning) ? 'breaks' : 'nothing';
}
