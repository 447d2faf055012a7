// What is said in place of a text that its project does not keep. Pure; components/HeldMarks.tsx draws it.
import type { HeldText } from '@subtext/reasoning';
import { plural } from './format.ts';

/** So much of a digest tells two texts of one screen apart. */
const SHOWN_DIGITS = 8;

/** `hashed · a1b2c3d4 · 1,204 characters` */
export const heldWords = ({ digest, characters }: HeldText): string =>
  [
    digest === undefined ? 'length only' : `hashed · ${digest.slice(0, SHOWN_DIGITS)}`,
    plural(characters, 'character'),
  ].join(' · ');
