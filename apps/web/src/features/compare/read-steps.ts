/** The skeleton of a trace → its steps, in the form that another trace's steps are compared with. */
import { decodeSkeleton } from '../../lib/skeleton.ts';
import { buildSteps } from '../../lib/steps/build-steps.ts';
import type { Step } from '../../lib/steps/step-tree.ts';

/** Leaves out nested model calls: whether they are reported depends on the instrumentation, not on what the run did. */
export const readSteps = (skeleton: string): Step[] =>
  buildSteps(decodeSkeleton(skeleton)).steps.filter(({ isWithin }) => !isWithin);
