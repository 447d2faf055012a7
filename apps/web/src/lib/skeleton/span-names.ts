/**
 * What spans are called on a page. Ids are random, so nothing makes them smaller, and of a long trace they were half of what is sent: there a span
 * goes by the first half of its id, unless another one begins alike. Who asks the server by such a name is understood (server/whole-spans.ts);
 * what the server answers has whole ids, and is looked up here.
 */
import { nibble } from './digits.ts';

const HEAD = 8;
const WHOLE = /^([\da-f]{8})[\da-f]{8}/;

/** Which of the ids stay whole: the first `wholeUntil`, those behind the first `rows`, and what is not alone with its beginning. */
export function spanNames(
  ids: readonly string[],
  { wholeUntil, rows }: { wholeUntil: number; rows: number },
): string[] {
  if (wholeUntil >= rows) return [...ids];
  const heads = Uint32Array.from(ids, numberOfHead);
  const alike = repeated(heads);
  return ids.map((id, place) =>
    place < wholeUntil || place >= rows || alike.has(heads[place]!) ? id : id.slice(0, HEAD),
  );
}

/** Of what is no id of a span any number: it begins like another one, or stands for itself. */
function numberOfHead(id: string): number {
  let head = 0;
  for (let at = 0; at < HEAD; at++) head = (head << 4) | nibble(id, at);
  return head >>> 0;
}

/** Those that are there more than once: sorting them takes a third of the time of counting words. */
function repeated(heads: Uint32Array): ReadonlySet<number> {
  const sorted = heads.toSorted();
  return new Set(sorted.filter((head, at) => at > 0 && head === sorted[at - 1]));
}

/** What stands on a page for an id, or for the key of a call (`<id>:<index>`): itself, or shorter. */
export const namesOf = (key: string): readonly string[] => [key, headOf(key)];

const headOf = (key: string): string => key.replace(WHOLE, '$1');
