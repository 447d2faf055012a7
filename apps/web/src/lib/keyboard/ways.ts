// Which shortcuts are allowed, and which conflict with each other. Pure.
import { isSingleKey } from './match.ts';

/** Named keys that can be bound. Tab always moves the focus, and Escape always closes. */
const NAMED =
  'Arrow(?:Up|Down|Left|Right)|Home|End|Page(?:Up|Down)|Enter|Space|Backspace|Delete|Insert|F(?:[1-9]|1[0-2])';
/** One visible character: no control character, lone surrogate, combining mark or space. */
const CHARACTER = String.raw`[^\p{C}\p{M}\p{Z}]`;
const PRESS = new RegExp(`^(?:Mod\\+)?(?:Alt\\+)?(?:(?:Shift\\+)?(?:${NAMED})|${CHARACTER})$`, 'u');

/**
 * With Ctrl or ⌘ these edit text, or control tabs and windows; a page does not receive all of them and must not take
 * over the others.
 */
const BROWSER = new Set([...'acvxzyrtwnlq'].map((key) => `Mod+${key}`));

export const MAX_WAYS = 4;
const MAX_PRESSES = 2;

export type WayProblem = 'unusable' | 'browser';

/** Why a shortcut cannot be bound; undefined when it can. */
export function problemOf(way: string): WayProblem | undefined {
  const presses = way.split(' ');
  if (presses.length > MAX_PRESSES || !presses.every((press) => PRESS.test(press))) return 'unusable';
  return presses.some((press) => BROWSER.has(press)) ? 'browser' : undefined;
}

/** Equal, or one is the beginning of the other: `g` would prevent `g t` from being completed. */
export const collide = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);

/** The sequence of presses: a second press continues the first, a third starts a new one. */
export function continued(way: string | undefined, press: string): string {
  const follows = way !== undefined && way.split(' ').length < MAX_PRESSES && isSingleKey(way);
  return follows ? `${way} ${press}` : press;
}
