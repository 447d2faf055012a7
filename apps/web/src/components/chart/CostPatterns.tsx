// SVG fills for the parts of a cost, with the same patterns as in CostBar and its legend.
import type { CostPart } from '../../lib/figures/cost-parts.ts';

/** The fill of each part, in a chart that renders CostPatterns. */
export const PART_FILLS: Readonly<Record<CostPart, string>> = {
  input: 'var(--part-input)',
  answer: 'var(--part-answer)',
  readable: 'var(--part-readable)',
  untold: 'url(#part-untold)',
  summary: 'url(#part-summary)',
  noText: 'url(#part-no-text)',
};

/** The outline that keeps a pattern's edge at 3:1. */
export const PART_STROKES: Readonly<Partial<Record<CostPart, string>>> = {
  untold: 'var(--part-readable)',
  summary: 'var(--part-summary)',
  noText: 'var(--part-no-text)',
};

/** The top edge of an unfinished column. */
export const OPEN_FILL = 'url(#part-open)';

export function CostPatterns() {
  return (
    <defs>
      <pattern id="part-summary" width="4" height="4" patternUnits="userSpaceOnUse">
        <circle cx="2" cy="2" r="1.25" fill="var(--part-summary)" />
      </pattern>
      <pattern id="part-untold" width="4" height="4" patternUnits="userSpaceOnUse">
        <rect width="4" height="2" fill="var(--part-readable)" />
      </pattern>
      <pattern id="part-no-text" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2" height="4" fill="var(--part-no-text)" />
      </pattern>
      <pattern id="part-open" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <rect width="1.5" height="5" fill="var(--ink-3)" />
      </pattern>
    </defs>
  );
}
