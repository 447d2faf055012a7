/** Steps → the pages of the Messages view, small enough to read, search and print each as a document. */
import type { Step } from '../../../lib/steps/step-tree.ts';

export const STEPS_PER_PAGE = 200;

export interface MessagePage {
  /** Counted from 0. */
  index: number;
  count: number;
  steps: readonly Step[];
}

/** The page with the step; the first page without one. */
export function pageOf(steps: readonly Step[], step: Step | undefined): MessagePage {
  const count = Math.max(1, Math.ceil(steps.length / STEPS_PER_PAGE));
  const index = Math.min(count - 1, Math.floor(((step?.number ?? 1) - 1) / STEPS_PER_PAGE));
  return { index, count, steps: steps.slice(index * STEPS_PER_PAGE, (index + 1) * STEPS_PER_PAGE) };
}
