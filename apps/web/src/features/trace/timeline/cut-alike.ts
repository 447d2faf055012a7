/** Arguments of calls that stand below one another: what they have in common is cut, so that they can be distinguished. Pure. */

/** A line that is not longer mostly fits. */
const FITS = 40;
/** Characters that are kept of a common beginning: the first, and the last of them. */
const HEAD = 12;
const TAIL = 8;

/** Each line, cut in the middle of the beginning that it shares with another one. Equal lines stay as they are. */
export function cutAlike(lines: readonly string[]): string[] {
  return lines.map((line, at) => {
    if (line.length <= FITS) return line;
    const alike = Math.max(0, ...lines.map((other, index) => (index === at ? 0 : commonLength(line, other))));
    const from = alike - TAIL;
    return alike === line.length || from <= HEAD + TAIL
      ? line
      : `${line.slice(0, HEAD)}…${line.slice(wordStart(line, from))}`;
  });
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** The beginning of the word, or the part of a path, that is at this place; the place itself in a long word. */
function wordStart(text: string, place: number): number {
  const before = text.slice(place - TAIL, place);
  const part = /[^\s/]*$/.exec(before)?.[0].length ?? 0;
  return part === before.length ? place : place - part;
}
