/** What is stored of an answer's texts: what the project keeps of the texts of its runs, and nothing else. */
import { findProjectRules, type Sql } from '@subtext/db';
import { compileRules, UnusableRules, type TextKind } from '@subtext/privacy';

/** undefined: nothing is kept. */
export type KeepText = (text: string, kind: TextKind) => string | undefined;

export async function keepTextOf(sql: Sql, projectId: string): Promise<KeepText> {
  const stored = await findProjectRules(sql, projectId);
  if (!stored) return (text) => text;
  try {
    const { masker, keep } = compileRules(stored.rules);
    return (text, kind) => keep.text(masker ? masker.begin().text(text) : text, kind);
  } catch (error) {
    // Rules that cannot be used fail closed, as at ingest.
    if (error instanceof UnusableRules) return () => undefined;
    throw error;
  }
}
