// The steps of a run as its page counts them, and the words that several answers have for one.
import { decodeSkeleton } from '../../../lib/skeleton/skeleton.ts';
import { buildSteps } from '../../../lib/steps/build-steps.ts';
import { isAbout, isPending } from '../../../lib/steps/sentences.ts';
import { callLabel, type Step } from '../../../lib/steps/step-tree.ts';
import { THINKING } from '../../../lib/figures/thinking.ts';
import { exactCount, plural } from '../../../lib/figures/format.ts';
import { LACK_WORDS } from '../../../lib/steps/cost-lack.ts';
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';
import { runLink } from '../writing/links.ts';
import { notFound, wrong } from './parameters.ts';
import type { Asking } from './question.ts';

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

export async function runSteps(asking: Asking, run: string): Promise<RunSteps> {
  const { caller, project } = asking;
  const summary = await caller.trace.summary({ project, trace: run });
  if (summary.spans > MOST_SPANS)
    throw wrong(
      `Run ${run} has ${exactCount(summary.spans)} spans, and questions about one run answer up to ${exactCount(MOST_SPANS)}. Its page shows it: ${runLink(asking, run)}`,
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

/** How the thinking is known: what can be read of it, and where its tokens come from. */
export function thinkingWords(step: Step): string {
  const { state, tokens, source, fromHistory } = step.thought;
  const about = isAbout(step);
  const readable = isPending(step) ? THINKING.pending.words({}) : THINKING[state].words({ tokens, about });
  const counted = tokens === null ? 'tokens: not reported' : `${about ? '≈ ' : ''}${exactCount(tokens)} tokens`;
  const known = tokens === null || source === null ? '' : `, ${source}${SOURCES[source]}`;
  const inferred = fromHistory ? '; inferred: a later request repeated a thought that the response had lost' : '';
  return `Thinking: ${readable} (${state}); ${counted}${known}${inferred}.`;
}

const SOURCES: Readonly<Record<NonNullable<Step['thought']['source']>, string>> = {
  reported: ' by the provider',
  apportioned: ' from the figure of the response by the lengths of its thoughts',
  derived: ' by exact subtraction of the provider’s other figures',
  estimated: ' from the text, because the provider reported none',
};

/** Why a step has no cost. */
export const lackWords = ({ paid }: Step): string =>
  paid?.inRun ? 'reported by the run above' : paid?.lack ? LACK_WORDS[paid.lack] : 'no cost of its own';
