/**
 * Placeholder for a text that a project does not store: its length, or a keyed digest by which equal texts can be
 * recognized. Also for a text that its sender hid, about which nothing is known. Written before storage
 * (packages/privacy, packages/conventions/src/sent-span.ts); read where texts are displayed and compared.
 */

export interface HeldText {
  /** 32 hex digits, equal for equal texts of a project; undefined when only the length was stored. */
  digest: string | undefined;
  /** undefined: its sender hid it and did not report its length. */
  characters: number | undefined;
}

/** `[1204 characters]`, `[hashed: 00112233445566778899aabbccddeeff, 1204 characters]`. */
export const heldMark = ({ digest, characters }: HeldText & { characters: number }): string =>
  digest === undefined ? `[${characters} characters]` : `[hashed: ${digest}, ${characters} characters]`;

export const HIDDEN_BY_SENDER = '[hidden: unknown characters]';

/**
 * A placeholder as a regular expression for both JavaScript and PostgreSQL; a longer number cannot be the length of a
 * text.
 */
export const HELD_MARK: string = String.raw`\[(?:hashed: ([0-9a-f]{32}), )?(?:(\d{1,15})|hidden: unknown) characters\]`;
const MARK = new RegExp(HELD_MARK, 'g');
/** What may surround placeholders: the last one may have been cut where a line of a list ends. */
const REST = /^\s*(?:(?:\[[^\]]*)?…)?$/;
/** Length limit for a text that is nothing but placeholders: no call has more thoughts than fit in it. */
const MAX_CHARACTERS = 20_000;

/** The placeholders of a text that holds nothing else; undefined for any other text. */
export function heldTexts(text: string): HeldText[] | undefined {
  if (text[0] !== '[' || text.length > MAX_CHARACTERS) return undefined;
  const placeholders = Array.from(text.matchAll(MARK), ([, digest, characters]) => ({
    digest,
    characters: characters === undefined ? undefined : Number(characters),
  }));
  return placeholders.length > 0 && REST.test(text.replace(MARK, '')) ? placeholders : undefined;
}
