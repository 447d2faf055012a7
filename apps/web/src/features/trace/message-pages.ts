/** Steps → the pages of the Messages view: so many steps that a page stays a document one can read, search and print. */
import type { Step } from '../../lib/steps/step-tree.ts';

export const STEPS_PER_PAGE = 200;

export interface MessagePage {
  /** From 0. */
  index: number;
  count: number;
  steps: readonly Step[];
}

/** The page that a step is on; the first, when there is none. */
export function pageOf(steps: readonly Step[], step: Step | undefined): MessagePage {
  const count = Math.max(1, Math.ceil(steps.length / STEPS_PER_PAGE));
  const index = Math.min(count - 1, Math.floor(((step?.number ?? 1) - 1) / STEPS_PER_PAGE));
  return { index, count, steps: steps.slice(index * STEPS_PER_PAGE, (index + 1) * STEPS_PER_PAGE) };
}
