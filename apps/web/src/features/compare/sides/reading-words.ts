// The progress of reading two runs, which takes seconds for runs of 100,000 steps.
import { plural } from '../../../lib/figures/format.ts';

/** A side as far as it is read. */
export interface ReadSide {
  summary: { spans: number } | undefined;
  steps: { length: number } | undefined;
  compared: { length: number } | undefined;
}

/** One sentence for each run, or one for both when only the comparison is left to do. */
export function readingWords(a: ReadSide, b: ReadSide): string[] {
  if (a.compared && b.compared)
    return [`Comparing ${plural(a.compared.length, 'step')} of A with ${plural(b.compared.length, 'step')} of B…`];
  return [sideWords('A', a), sideWords('B', b)];
}

function sideWords(letter: string, { summary, steps, compared }: ReadSide): string {
  if (compared) return `${letter}: ${plural(compared.length, 'step')} read.`;
  if (steps) return `${letter}: reading the texts of ${plural(steps.length, 'step')}…`;
  return summary ? `${letter}: reading ${plural(summary.spans, 'span')}…` : `${letter}: reading…`;
}
