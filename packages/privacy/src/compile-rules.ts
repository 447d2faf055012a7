/**
 * Compiles stored rules into rules that can be applied. Throws when they cannot be used; ingest then withholds
 * everything.
 */
import { keeperOf, type Keeper } from './keep-text.ts';
import { createMasker, type Masker } from './masker.ts';
import { storedRules, type CaptureLevels, type SizeLimits } from './rules.ts';

export interface UsableRules {
  capture: CaptureLevels;
  limits: SizeLimits;
  /** Decides what is kept of a text of each kind. */
  keep: Keeper;
  /** undefined when no masking is configured. */
  masker: Masker | undefined;
}

/** The message is a sentence for the owner of the project. */
export class UnusableRules extends Error {
  override name = 'UnusableRules';
}

/** Throws an UnusableRules. */
export function compileRules(rules: unknown): UsableRules {
  const parsed = storedRules.safeParse(rules);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new UnusableRules(`The rules cannot be used: ${problems.slice(0, 3).join('; ')}.`);
  }
  const { capture, limits, mask } = parsed.data;
  try {
    return { capture, limits, keep: keeperOf(parsed.data), masker: createMasker(mask) };
  } catch (error) {
    throw new UnusableRules(`The rules cannot be used: ${(error as Error).message}.`, { cause: error });
  }
}
