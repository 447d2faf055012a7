/**
 * Model output is hostile: characters that reorder, hide or control are replaced by marks, and so are placeholders for
 * texts that were not kept. Everything else is plain text. Pure; components/text/PlainText.tsx renders it.
 */
import { heldTexts, type HeldText } from '@subtext/reasoning';
import { plural } from '../figures/format.ts';

/** `isHeld`: the mark stands for a whole text that was not kept, and contains its digest. */
export type TextPiece = { text: string } | { mark: string; name?: string | undefined; isHeld?: true };

/**
 * Control characters except tab and newline, bidirectional overrides and isolates, and invisible characters that can
 * hide a message.
 */
const HIDDEN =
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

const NAMES: Readonly<Record<string, string>> = {
  '\u001b': 'escape',
  '\u00ad': 'soft hyphen',
  '\u200b': 'zero-width space',
  '\u200e': 'left-to-right mark',
  '\u200f': 'right-to-left mark',
  '\u202a': 'left-to-right embedding',
  '\u202b': 'right-to-left embedding',
  '\u202c': 'end of embedding',
  '\u202d': 'left-to-right override',
  '\u202e': 'right-to-left override',
  '\u2066': 'left-to-right isolate',
  '\u2067': 'right-to-left isolate',
  '\u2068': 'first strong isolate',
  '\u2069': 'end of isolate',
  '\ufeff': 'zero-width no-break space',
};

export function visibleText(source: string): TextPiece[] {
  const held = heldTexts(source);
  if (held) return held.flatMap((one, place) => [...(place > 0 ? [{ text: ' ' }] : []), markOfHeld(one)]);
  const text = source.replaceAll('\r\n', '\n');
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push(markOf(character));
    end = index + character.length;
  }
  if (end < text.length || pieces.length === 0) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** The same as one string, for accessible names. */
export const drawnText = (source: string): string =>
  visibleText(source)
    .map((piece) => ('text' in piece ? piece.text : piece.mark))
    .join('');

/**
 * Length of the rendered placeholder of a text that is not kept, so that a row's height is known without it. null = the
 * text is kept.
 */
export const charactersDrawn = (text: string | null): number | null =>
  text !== null && heldTexts(text) ? drawnText(text).length : null;

const markOfHeld = (held: HeldText): TextPiece => ({ mark: wordsOfHeld(held), name: held.digest, isHeld: true });

/** `hashed · a1b2c3d4 · 1,204 characters`: this much of a digest distinguishes two texts on one screen. */
function wordsOfHeld({ digest, characters }: HeldText): string {
  if (characters === undefined) return 'withheld by its sender';
  return `${digest ? `hashed · ${digest.slice(0, 8)}` : 'length only'} · ${plural(characters, 'character')}`;
}

function markOf(character: string): TextPiece {
  const code = character.codePointAt(0) ?? 0;
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  // Caret notation as in terminals: `^[` is escape. Most fonts lack the control pictures from U+2400.
  const picture = code < 0x20 ? `^${String.fromCharCode(0x40 + code)}` : `⟨${hex}⟩`;
  return { mark: picture, name: NAMES[character] ?? `character ${hex}` };
}
