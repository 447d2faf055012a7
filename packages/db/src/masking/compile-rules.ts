/** Rules as they are stored → rules that can be applied. What cannot be used is told as an error: ingest then withholds everything. */
import { createMasker, type Masker } from './masker.ts';
import { projectRules, type CaptureLevels } from './rules.ts';

export interface UsableRules {
  capture: CaptureLevels;
  /** undefined when nothing is masked. */
  masker: Masker | undefined;
}

/** The message is a sentence for the owner of the project. */
export class UnusableRules extends Error {
  override name = 'UnusableRules';
}

/** Throws an UnusableRules. */
export function compileRules(rules: unknown): UsableRules {
  const parsed = projectRules.safeParse(rules);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new UnusableRules(`The rules cannot be used: ${problems.slice(0, 3).join('; ')}.`);
  }
  try {
    return { capture: parsed.data.capture, masker: createMasker(parsed.data.mask) };
  } catch (error) {
    throw new UnusableRules(`The rules cannot be used: ${(error as Error).message}.`, { cause: error });
  }
}
