// Maps a key press (and the presses before it) to a command of the table. Pure: the listener is in
// KeyboardProvider.tsx.
import type { KeyBinding } from './keys.ts';

export interface Press {
  key: string;
  code?: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** `Mod+k`, `g`, `?`, `ArrowDown`, `Shift+ArrowDown`: Shift is named only if it does not change the character. */
export function pressName(press: Press): string {
  const named = press.key.length > 1;
  const key = press.key === ' ' ? 'Space' : named ? press.key : caseOf(press);
  const modifiers = [
    (press.ctrlKey || press.metaKey) && 'Mod',
    press.altKey && 'Alt',
    named && press.shiftKey && 'Shift',
  ].filter(Boolean);
  return [...modifiers, key].join('+');
}

// With Ctrl held, Caps Lock changes the character's case; `Mod+k` must not depend on it.
const caseOf = (press: Press) => (press.ctrlKey || press.metaKey ? press.key.toLowerCase() : press.key);

/** An input method is composing a character with this key; 229 signals it in browsers that set `isComposing` late. */
export const isComposing = (event: { isComposing: boolean; keyCode: number }): boolean =>
  event.isComposing || event.keyCode === 229;

/** A modifier, pressed only together with the next key. */
export const isModifier = (key: string): boolean => ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'].includes(key);

export interface Match<Id extends string> {
  id?: Id;
  /** The presses so far are the beginning of a command: wait for the next one. */
  pending?: string;
}

/** The command of a press after the pending ones. A press that continues nothing starts a new sequence. */
export function match<Id extends string>(
  table: Readonly<Record<Id, KeyBinding>>,
  press: string,
  pending = '',
): Match<Id> {
  const typed = pending ? `${pending} ${press}` : press;
  const ids = Object.keys(table) as Id[];
  const id = ids.find((candidate) => table[candidate].keys.includes(typed));
  if (id) return { id };
  if (ids.some((candidate) => table[candidate].keys.some((keys) => keys.startsWith(`${typed} `)))) {
    return { pending: typed };
  }
  return pending ? match(table, press) : {};
}

/**
 * A character without Ctrl, ⌘ or Alt: speech input may trigger it by accident, so users can disable these shortcuts
 * (WCAG 2.1.4). Arrows, Enter and the like do not count, because nothing could be reached without them.
 */
export const isSingleKey = (press: string): boolean => [...press].length === 1;
