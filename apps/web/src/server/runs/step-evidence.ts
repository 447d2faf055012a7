// What the checks say about one step, asked by its label.
import { exactCount } from '../../lib/figures/format.ts';
import type { RouterOutputs } from '../../lib/requests/trpc.ts';
import { wrong, type RunReader } from './run-reader.ts';
import type { FoundStep, RunSteps } from './run-steps.ts';
import { stepPlaces, type StepPlaces } from './step-places.ts';

export interface EvidenceOfStep {
  evidence: RouterOutputs['trace']['evidence'];
  places: StepPlaces;
  /** Further calls of the step, whose origins were not read. */
  callsLeftOut: number;
}

/** Calls that are asked about at once. */
const MOST_CALLS = 50;

/** @throws TRPCError for a step without a model call. */
export async function evidenceOfStep(
  { caller, project }: RunReader,
  { summary, steps }: RunSteps,
  { step, call: chosen }: FoundStep,
): Promise<EvidenceOfStep> {
  if (!step.span || step.kind === 'run')
    throw wrong(`Step ${exactCount(step.number)} is an execution that no model call requested: checks skip it.`);
  const requested = step.calls
    .filter((_, index) => index === (chosen ?? index))
    .flatMap(({ request }) => (request ? [{ spanId: request.spanId, index: request.index }] : []));
  const calls = requested.slice(0, MOST_CALLS);
  const evidence = await caller.trace.evidence({ project, trace: summary.id, spanId: step.span.id, calls });
  return { evidence, places: stepPlaces(steps), callsLeftOut: requested.length - calls.length };
}
