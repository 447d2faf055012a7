// From a key press (and the presses before it) to a command of the table. Pure: the listener is in KeyboardProvider.tsx.
import type { KeyBinding } from './keys.ts';

export interface Press {
  key: string;
  code?: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** `Mod+k`, `g`, `?`, `ArrowDown`, `Shift+ArrowDown`: shift is named only where it does not change the character. */
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

// With Ctrl held the character arrives in the case of Caps Lock; `Mod+k` must not depend on it.
const caseOf = (press: Press) => (press.ctrlKey || press.metaKey ? press.key.toLowerCase() : press.key);

/** An input method is composing a character with this key; 229 says so where `isComposing` is late. */
export const isComposing = (event: { isComposing: boolean; keyCode: number }): boolean =>
  event.isComposing || event.keyCode === 229;

/** Pressed only for the sake of the next key. */
export const isModifier = (key: string): boolean => ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'].includes(key);

export interface Match<Id extends string> {
  id?: Id;
  /** The presses so far are the beginning of a command: wait for the next one. */
  pending?: string;
}

/** What the press means after the pending ones. A press that continues nothing starts anew. */
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
 * A character without Ctrl, ⌘ or Alt: what speech input may type by accident, so the person can switch it off (WCAG 2.1.4). Arrows, Enter and
 * the like do not count: without them nothing could be reached.
 */
export const isSingleKey = (press: string): boolean => [...press].length === 1;
