/**
 * What spans are called on a page. Ids are random, so nothing makes them smaller, and of a long trace they were half of what is sent: there a span
 * goes by the first half of its id, unless another one begins alike. Who asks the server by such a name is understood (server/whole-spans.ts);
 * what the server answers has whole ids, and is looked up here.
 */
const HEAD = 8;
const WHOLE = /^([\da-f]{8})[\da-f]{8}/;

/** Which of the ids stay whole: the first `wholeUntil`, those behind the first `rows`, and what is not alone with its beginning. */
export function spanNames(
  ids: readonly string[],
  { wholeUntil, rows }: { wholeUntil: number; rows: number },
): string[] {
  if (wholeUntil >= rows) return [...ids];
  const heads = ids.map((id) => id.slice(0, HEAD));
  const alike = repeated(heads);
  return ids.map((id, place) => {
    const head = heads[place]!;
    return place < wholeUntil || place >= rows || alike.has(Number.parseInt(head, 16)) ? id : head;
  });
}

/** Those that are there more than once, as numbers: sorting them takes a third of the time of counting words. */
function repeated(heads: readonly string[]): ReadonlySet<number> {
  const sorted = Uint32Array.from(heads, (head) => Number.parseInt(head, 16)).sort();
  return new Set(sorted.filter((head, at) => at > 0 && head === sorted[at - 1]));
}

/** What stands on a page for an id, or for the key of a call (`<id>:<index>`): itself, or shorter. */
export const namesOf = (key: string): readonly string[] => [key, headOf(key)];

const headOf = (key: string): string => key.replace(WHOLE, '$1');
