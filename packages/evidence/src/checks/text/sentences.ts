/** Sentences and words of a thought, with their offsets. Every pattern is fixed and linear in the text. */

/** A longer thought is read up to here, and the rest is reported as not checked. */
export const LONGEST_THOUGHT = 50_000;

export interface Span {
  from: number;
  to: number;
  text: string;
}

/** Longer sentences are lists or code, where a negation says nothing about a word far behind it. */
const LONGEST_SENTENCE = 600;
/** More are no prose. */
const MOST_SENTENCES = 5_000;

/** The sentences of the first LONGEST_THOUGHT characters. A point inside a name (`api.delete`) ends none. */
export function sentences(thought: string): Span[] {
  const text = thought.slice(0, LONGEST_THOUGHT);
  const found: Span[] = [];
  let from = 0;
  for (const { index, 0: end } of text.matchAll(/[.!?]["'”’)*`]?(?=\s)|\n/g)) {
    pushTrimmed(found, text, { from, to: index + end.length });
    from = index + end.length;
  }
  pushTrimmed(found, text, { from, to: text.length });
  return found.slice(0, MOST_SENTENCES);
}

function pushTrimmed(found: Span[], text: string, { from, to }: { from: number; to: number }): void {
  const whole = text.slice(from, to);
  const trimmed = whole.trim();
  if (trimmed === '' || trimmed.length > LONGEST_SENTENCE) return;
  const start = from + whole.indexOf(trimmed);
  found.push({ from: start, to: start + trimmed.length, text: trimmed });
}

/** Words in lower case with straight apostrophes; names like `refund_order` and `api.delete` are one word. */
export function words(text: string): Span[] {
  return [...text.matchAll(/[\p{L}\p{N}_]+(?:[-.:/'’][\p{L}\p{N}_]+)*|[,;—–()]/gu)].map(({ index, 0: word }) => ({
    from: index,
    to: index + word.length,
    text: word.toLowerCase().replaceAll('’', "'"),
  }));
}
