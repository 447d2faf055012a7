/**
 * What stands in place of a text that a project does not keep: how long it was, or a keyed digest by which equal texts can be told from others;
 * or of one that its sender hid, of which nothing is known. Written before storage (packages/db/src/masking, dialects/sent-span.ts), read where
 * texts are drawn and compared.
 */

export interface HeldText {
  /** 32 hex digits, the same for the same text of a project; undefined when only the length was kept. */
  digest: string | undefined;
  /** undefined: its sender hid it, and did not say. */
  characters: number | undefined;
}

/** `[1204 characters]`, `[hashed: 00112233445566778899aabbccddeeff, 1204 characters]`. */
export const heldMark = ({ digest, characters }: HeldText & { characters: number }): string =>
  digest === undefined ? `[${characters} characters]` : `[hashed: ${digest}, ${characters} characters]`;

export const HIDDEN_BY_SENDER = '[hidden: unknown characters]';

/** Such a mark as a regular expression that JavaScript and Postgres both read; a longer number is no length of a text. */
export const HELD_MARK: string = String.raw`\[(?:hashed: ([0-9a-f]{32}), )?(?:(\d{1,15})|hidden: unknown) characters\]`;
const MARK = new RegExp(HELD_MARK, 'g');
/** What may be left beside marks: the last may have been cut where a line of a list ends. */
const REST = /^\s*(?:(?:\[[^\]]*)?…)?$/;
/** Of the longest text that is nothing but marks: so many thoughts has no call. */
const MOST_CHARACTERS = 20_000;

/** What a text holds that is nothing but such marks; undefined for a text of any other kind. */
export function heldTexts(text: string): HeldText[] | undefined {
  if (text[0] !== '[' || text.length > MOST_CHARACTERS) return undefined;
  const held = Array.from(text.matchAll(MARK), ([, digest, characters]) => ({
    digest,
    characters: characters === undefined ? undefined : Number(characters),
  }));
  return held.length > 0 && REST.test(text.replace(MARK, '')) ? held : undefined;
}

const CUT = /\n?… \[cut: (?:(\d{1,15}) more characters|\d{1,15} of (\d{1,15}) characters kept)\]$/;

/** The mark with which a text ends that was cut, by its sender or here, and how long it was before. */
export function cutOf(text: string): { mark: string; of: number } | undefined {
  const found = CUT.exec(text.slice(-120));
  if (!found) return undefined;
  const [mark, more, of] = found;
  return { mark, of: of === undefined ? text.length - mark.length + Number(more) : Number(of) };
}
