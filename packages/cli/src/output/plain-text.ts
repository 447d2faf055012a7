/**
 * Text of a trace for a terminal. Models and tools wrote it, so it may hold sequences that move the cursor, write to the
 * clipboard (OSC 52) or reverse the order of what is read (bidi); they are shown, and do nothing.
 */

/**
 * Control characters of ASCII and Latin-1 except tab and line feed, marks and embeddings of text direction, invisible
 * characters, separators that some terminals break at, and tags, which repeat ASCII invisibly.
 */
const UNSAFE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

const shown = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`;

/** Several lines stay several lines. */
export const plainText = (text: string): string =>
  text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(UNSAFE, shown).replaceAll('\t', '  ');

/** In one line, for tables. */
export const plainLine = (text: string): string => plainText(text.replaceAll(/\s+/g, ' ').trim());

/** The same in JSON, which has escapes for them. */
export const plainJson = (json: string): string =>
  json.replaceAll(UNSAFE, (character) =>
    Array.from({ length: character.length }, (_, at) => escaped(character.charCodeAt(at))).join(''),
  );

const escaped = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;
