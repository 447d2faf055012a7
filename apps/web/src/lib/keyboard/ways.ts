// What may be a way to press a command, and which ways cannot live side by side. Pure.
import { isSingleKey } from './match.ts';

/** Keys with a name that may be bound. Tab moves the focus and Escape closes, always. */
const NAMED =
  'Arrow(?:Up|Down|Left|Right)|Home|End|Page(?:Up|Down)|Enter|Space|Backspace|Delete|Insert|F(?:[1-9]|1[0-2])';
/** One character that is seen: no control, no lone surrogate, no mark that would join its neighbour, no space. */
const CHARACTER = String.raw`[^\p{C}\p{M}\p{Z}]`;
const PRESS = new RegExp(`^(?:Mod\\+)?(?:Alt\\+)?(?:(?:Shift\\+)?(?:${NAMED})|${CHARACTER})$`, 'u');

/** With Ctrl or ⌘ these edit text, or belong to tabs and windows; a page hears of some of them only, and must not take them. */
const BROWSER = new Set([...'acvxzyrtwnlq'].map((key) => `Mod+${key}`));

export const MAX_WAYS = 4;
const MAX_PRESSES = 2;

export type WayProblem = 'unusable' | 'browser';

/** Why a way cannot be bound; undefined when it can. */
export function problemOf(way: string): WayProblem | undefined {
  const presses = way.split(' ');
  if (presses.length > MAX_PRESSES || !presses.every((press) => PRESS.test(press))) return 'unusable';
  return presses.some((press) => BROWSER.has(press)) ? 'browser' : undefined;
}

/** The same presses, or one is how the other begins: `g` would never let `g t` be finished. */
export const collide = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);

/** What has been pressed in a row: a second press follows the first, a third begins anew. */
export function continued(way: string | undefined, press: string): string {
  const follows = way !== undefined && way.split(' ').length < MAX_PRESSES && isSingleKey(way);
  return follows ? `${way} ${press}` : press;
}
