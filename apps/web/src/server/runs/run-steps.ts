// The steps of a run as its page counts them.
import { decodeSkeleton } from '../../lib/skeleton/skeleton.ts';
import { buildSteps } from '../../lib/steps/build-steps.ts';
import { callLabel, type Step } from '../../lib/steps/step-tree.ts';
import { exactCount, plural } from '../../lib/figures/format.ts';
import type { RouterOutputs } from '../../lib/requests/trpc.ts';
import { runLink } from './links.ts';
import { notFound, wrong, type RunReader } from './run-reader.ts';

export interface RunSteps {
  summary: RouterOutputs['trace']['summary'];
  /** The encoded rows, from which Compare reads its own steps. */
  rows: string;
  steps: readonly Step[];
  /** Only the first spans of a very long run were read. */
  cut: string | undefined;
}

/** The steps are built in the process that answers everyone, and 100,000 spans would hold it up for seconds. */
const MOST_SPANS = 20_000;

export async function runSteps(reader: RunReader, run: string): Promise<RunSteps> {
  const { caller, project } = reader;
  const summary = await caller.trace.summary({ project, trace: run });
  if (summary.spans > MOST_SPANS)
    throw wrong(
      `Run ${run} has ${exactCount(summary.spans)} spans, and questions about one run answer up to ${exactCount(MOST_SPANS)}. Its page shows it: ${runLink(reader, run)}`,
    );
  const { rows, spans, stored, capped } = await caller.trace.skeleton({ project, trace: run });
  const cut = capped ? `Only the first ${exactCount(spans)} of ${plural(stored, 'span')} were read.` : undefined;
  return { summary, rows, steps: buildSteps(decodeSkeleton(rows)).steps, cut };
}

export interface FoundStep {
  step: Step;
  /** Index of the chosen call; undefined = the whole step. */
  call: number | undefined;
}

export function findStep({ steps }: RunSteps, label: string): FoundStep {
  const step = steps[Number.parseInt(label, 10) - 1];
  if (!step) throw notFound(`This run has no step ${label}. Its steps are 1 to ${steps.length}.`);
  if (/^\d+$/.test(label)) return { step, call: undefined };
  const call = step.calls.findIndex((_, index) => callLabel(step, index) === label);
  if (call < 0)
    throw notFound(`Step ${step.number} has no call ${label}. It has ${plural(step.calls.length, 'call')}.`);
  return { step, call };
}

/** The span of the model call at a step. @throws TRPCError when there was none. */
export function modelCallOf({ step }: FoundStep, label: string): string {
  if (step.span && step.kind !== 'run') return step.span.id;
  throw wrong(`Step ${label} is an execution that no model call requested, so there is no conversation as of it.`);
}
