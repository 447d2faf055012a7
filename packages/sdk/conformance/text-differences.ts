/**
 * Differences in the texts of an answer: the recordings concatenate texts, or have an empty answer for a response
 * without output.
 */
import type { ExpectedTurn, Turn } from './recording.ts';

const BLANK_LINE = '\n\n';

/** True when `got` is `expected` with added blank lines only. */
export function differsByBlankLines(expected: unknown, got: unknown): boolean {
  if (typeof expected !== 'string' || typeof got !== 'string' || got === expected) return false;
  let at = 0;
  for (let index = 0; index < got.length;) {
    if (got[index] === expected[at]) {
      index += 1;
      at += 1;
    } else if (got.startsWith(BLANK_LINE, index)) index += BLANK_LINE.length;
    else return false;
  }
  return at === expected.length;
}

/** True for one empty answer without thoughts. */
export function isEmptyAnswer({ tool_calls: [only, ...more], refusal }: ExpectedTurn): boolean {
  if (!only || more.length > 0 || only.item_type !== null || refusal !== undefined) return false;
  return only.reasoning.length === 0 && contentOf(only.arguments)?.trim() === '';
}

/** True when the text occurs in the provider's response body, even outside the answer. */
export function isInResponseBody(turn: Turn | undefined, words: string | undefined): boolean {
  const body = turn?.response.body;
  const wire = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  return words !== undefined && wire.includes(JSON.stringify(words).slice(1, -1));
}

export function contentOf(value: unknown): string | undefined {
  const content = (value as { content?: unknown } | null)?.content;
  return typeof content === 'string' ? content : undefined;
}
