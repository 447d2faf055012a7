/** Compares texts of which at least one is not kept: equal, different, or not comparable. Pure. */
import { heldTexts, type HeldText } from '@subtext/reasoning';
import type { TextDiff } from './diff-text.ts';

/** undefined when both sides have text, or one side is empty. */
export function heldDiff(a: string, b: string): TextDiff | undefined {
  const [left, right] = [heldTexts(a), heldTexts(b)];
  if (a === '' || b === '' || (!left && !right)) return undefined;
  if (!isHashed(left) || !isHashed(right)) return { by: 'length', parts: [...only(a, 'a'), ...only(b, 'b')] };
  return { by: 'digest', parts: a === b ? [{ text: a, in: 'both' }] : [...only(a, 'a'), ...only(b, 'b')] };
}

const isHashed = (held: HeldText[] | undefined): boolean => held?.every(({ digest }) => digest !== undefined) === true;

const only = (text: string, side: 'a' | 'b') => [{ text, in: side }];

/** The note about both, shown below them; undefined where they were compared as texts. */
export function heldNote({ by, parts }: TextDiff): string | undefined {
  if (by === 'length') return 'not kept as text: cannot be compared';
  if (by !== 'digest') return undefined;
  return parts.every((part) => part.in === 'both')
    ? 'hashed on both sides: the same'
    : 'hashed on both sides: different';
}
