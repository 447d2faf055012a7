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

/** Keys that are typed without a modifier and can collide with assistive technology: the person can switch them off. */
export const isSingleKey = (press: string): boolean => !/^(Mod|Alt)\+/.test(press) && press !== 'Escape';
