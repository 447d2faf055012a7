/**
 * Reduces a masked text to what the project keeps: all of it, its beginning up to a limit, a digest and its length, its
 * length, or nothing.
 */
import { createHmac } from 'node:crypto';
import { cutOf, heldMark, heldTexts, REDACTED_THINKING } from '@subtext/reasoning';
import { cutTo } from './cut-text.ts';
import {
  LARGEST_LIMIT,
  LEVELS,
  type CaptureLevel,
  type CaptureLevels,
  type SizeLimits,
  type TextKind,
} from './rules.ts';

export interface Keeper {
  /** undefined: nothing is kept. */
  text(text: string, kind: TextKind): string | undefined;
  /** Applies the strictest of the four levels, for texts such as error messages that may quote all four kinds. */
  quoting(text: string): string | undefined;
}

interface Kept {
  capture: CaptureLevels;
  limits: SizeLimits;
  hashKey?: string | undefined;
}

/**
 * Throws an Error with a sentence when texts are to be hashed and there is no key, because anyone could guess the text
 * of a digest without a key.
 */
export function keeperOf({ capture, limits, hashKey }: Kept): Keeper {
  const digestOf = digestBy(hashKey, Object.values(capture).includes('hash'));
  const kept = (text: string, level: CaptureLevel, limit: number) => {
    if (level === 'full') return cutTo(text, limit);
    if (level === 'none') return undefined;
    // Neither is content: a placeholder for missing text, and the mark that already replaces this text.
    if (text === REDACTED_THINKING || heldTexts(text)?.length === 1) return text;
    const characters = cutOf(text)?.of ?? text.length;
    return heldMark({ digest: level === 'hash' ? digestOf(text) : undefined, characters });
  };
  return {
    text: (text, kind) => kept(text, capture[kind], limits[kind] ?? LARGEST_LIMIT),
    quoting: (text) => kept(text, strictest(capture), LARGEST_LIMIT),
  };
}

export const strictest = (levels: CaptureLevels): CaptureLevel =>
  LEVELS[Math.max(...Object.values(levels).map((level) => LEVELS.indexOf(level)))] ?? 'none';

/**
 * 128 bits of HMAC-SHA-256 are far more than needed to distinguish the texts of a project, and take half the space on
 * the screen.
 */
const DIGEST_CHARACTERS = 32;

function digestBy(key: string | undefined, isNeeded: boolean): (text: string) => string {
  if (key === undefined && isNeeded) throw new Error('there is no key to hash texts with');
  const bytes = Buffer.from(key ?? '', 'hex');
  return (text) => createHmac('sha256', bytes).update(text).digest('hex').slice(0, DIGEST_CHARACTERS);
}
