// The thoughts among the parts of a turn.
import type { HiddenPart, Part, ReasoningPart, RedactedPart } from '../../../parts/part.ts';
import type { Note } from './types.ts';

export type ThinkingPart = ReasoningPart | RedactedPart | HiddenPart;

export function isThinking(part: Part): part is ThinkingPart {
  return part.kind === 'reasoning' || part.kind === 'redacted' || part.kind === 'hidden';
}

/** Removes the thoughts at the end of a turn, for formats that refuse one as the last block of a message. */
export function withoutLastThoughts(parts: readonly Part[], note: Note, section: string): Part[] {
  const last = parts.findLastIndex((part) => !isThinking(part));
  if (last < parts.length - 1) note('thinking.no-item-behind', section, 'a thought is the last block of its turn');
  return parts.slice(0, last + 1);
}
