/** The skeleton of a trace → its steps that can be compared with those of another one. */
import { decodeSkeleton } from '../../lib/skeleton.ts';
import { buildSteps } from '../../lib/steps/build-steps.ts';
import type { Step } from '../../lib/steps/step-tree.ts';

/** Without the model calls that ran within others: whether they are told depends on who recorded the run, not on what it did. */
export const readSteps = (skeleton: string): Step[] =>
  buildSteps(decodeSkeleton(skeleton)).steps.filter(({ isWithin }) => !isWithin);
