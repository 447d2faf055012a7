/** Characters that are left out at most so that a text ends with a whole word. */
const LONGEST_WORD = 32;

/** At most `most` characters that end with a whole word and `…`, or the text itself when it is not longer. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text;
  const space = text.lastIndexOf(' ', most - 1);
  const end = space >= most - LONGEST_WORD ? space : most - 1;
  // Half a surrogate pair at the end is left out, too.
  return `${text
    .slice(0, end)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}
