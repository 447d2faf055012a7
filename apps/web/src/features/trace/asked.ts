/** Which text of a request is the question whose first words are known. Pure. */
import type { SeenMessage, SeenPlace } from './use-seen.ts';

/** First words end here, in UTF-16 units; what is shorter is whole. */
const BEGINNING = 160;
/** So many characters alike are the same text: its beginning may end with a sign that it was cut. */
const ALIKE = 60;

export const looksCut = (asked: string): boolean => asked.length >= BEGINNING - 1;

/** Where the question stands; the last time it does, since a history may hold it, too. */
export function askedIn(
  messages: readonly SeenMessage[],
  asked: string,
): { place: SeenPlace; characters: number } | undefined {
  const beginning = alike(asked);
  for (const { index, role, parts } of messages.toReversed()) {
    if (role !== 'user') continue;
    const part = parts.findIndex(({ kind, preview }) => kind === 'text' && alike(preview) === beginning);
    if (part >= 0) return { place: { section: 'message', index, part }, characters: parts[part]!.characters };
  }
  return undefined;
}

const alike = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, ALIKE);
