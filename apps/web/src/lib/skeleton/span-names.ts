/**
 * Short names of spans. Ids are random and do not compress, and were half of the data of a long trace: there a span is
 * named by the first half of its id, unless another span begins with the same half. The server accepts these names
 * (server/trace/whole-spans.ts); its responses have full ids, which are looked up here.
 */
import { nibble } from './digits.ts';

/** A span id, or the first half of one. */
export const SPAN_NAME = /^[\da-f]{8}(?:[\da-f]{8})?$/;

const HEAD = 8;
const WHOLE = /^([\da-f]{8})[\da-f]{8}/;

/**
 * Full ids stay for the first `wholeUntil` spans, for spans after the first `rows`, and for ids whose first half is not
 * unique.
 */
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

/** For text that is not a span id the number is arbitrary, which can only make a name longer than necessary. */
function numberOfHead(id: string): number {
  let head = 0;
  for (let at = 0; at < HEAD; at++) head = (head << 4) | nibble(id, at);
  return head >>> 0;
}

/** Values that occur more than once: sorting takes a third of the time of counting in a map. */
function repeated(heads: Uint32Array): ReadonlySet<number> {
  const sorted = heads.toSorted();
  return new Set(sorted.filter((head, at) => at > 0 && head === sorted[at - 1]));
}

/** The possible names for an id, or for the key of a call (`<id>:<index>`): full, and short. */
export const namesOf = (key: string): readonly string[] => [key, headOf(key)];

const headOf = (key: string): string => key.replace(WHOLE, '$1');
