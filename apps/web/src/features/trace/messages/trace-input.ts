/** Finds the text of a request that begins with the stored beginning of the input. Pure. */
import type { ContextMessage, ContextTextAddress } from '../panel/use-model-context.ts';

/** Maximum length of the stored beginning, in UTF-16 units; a shorter text is complete. */
const BEGINNING = 160;
/** Texts that share this many characters count as equal, because the beginning may end with a truncation mark. */
const ALIKE = 60;

export const looksCut = (asked: string): boolean => asked.length >= BEGINNING - 1;

/** Position of the input; the last one, because the history may contain the same text. */
export function inputIn(
  messages: readonly ContextMessage[],
  asked: string,
): { place: ContextTextAddress; characters: number } | undefined {
  const beginning = alike(asked);
  for (const { index, role, parts } of messages.toReversed()) {
    if (role !== 'user') continue;
    const part = parts.findIndex(({ kind, preview }) => kind === 'text' && alike(preview) === beginning);
    if (part >= 0) return { place: { section: 'message', index, part }, characters: parts[part]!.characters };
  }
  return undefined;
}

const alike = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, ALIKE);
