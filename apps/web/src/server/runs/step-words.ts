// The words that several answers have for a step.
import { exactCount } from '../../lib/figures/format.ts';
import { THINKING } from '../../lib/figures/thinking.ts';
import { LACK_WORDS } from '../../lib/steps/cost-lack.ts';
import { isAbout, isPending } from '../../lib/steps/sentences.ts';
import type { Step } from '../../lib/steps/step-tree.ts';

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
