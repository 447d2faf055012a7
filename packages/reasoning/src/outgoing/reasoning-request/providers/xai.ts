/** xAI: Responses, the deprecated Chat Completions, and Grok on Vertex (providers.md §5.1, §9). */
import type { Draft } from '../common/draft.ts';
import { keepForNextTurn, showSummary } from './openai.ts';
import {
  planUnthinking,
  refuseAnyEffort,
  refuseBudget,
  refuseOff,
  refuseSampling,
  setEffort,
  setOffByEffort,
  wantsNoThinking,
} from '../common/rules.ts';
import type { ReasoningEffort } from '../common/target.ts';

/** Models that refuse the parameter with every value. */
const WITHOUT_EFFORT = /grok-(?:4\.20(?:-\d{4})?-(?:non-)?reasoning|4(?:-0709|-latest)?$|4[-.]1?-?fast|code-fast)/;
const NON_REASONING = /non-reasoning/;
/** The only family whose `reasoning_content` Chat Completions shows. */
const WITH_TEXT_ON_CHAT = /grok-3-mini/;
const USE_EFFORT = 'Use an effort.';

function effortsOf(model: string): readonly ReasoningEffort[] {
  if (WITH_TEXT_ON_CHAT.test(model)) return ['low', 'high'];
  return /grok-4\.6/.test(model) ? ['none', 'low', 'medium', 'high', 'xhigh'] : ['none', 'low', 'medium', 'high'];
}

export function planXaiResponses(draft: Draft): void {
  refuseBudget(draft, USE_EFFORT);
  keepForNextTurn(draft);
  if (!planEffort(draft, 'reasoning.effort')) return;
  draft.text = 'summary';
  showSummary(draft);
}

export function planXaiChat(draft: Draft): void {
  refuseBudget(draft, USE_EFFORT);
  draft.note('xAI has deprecated Chat Completions.');
  if (!planEffort(draft, 'reasoning_effort')) return;
  // An error with every model that thinks (xAI's guide on reasoning).
  refuseSampling(draft, ['presence_penalty', 'frequency_penalty', 'stop'], ['models that think do not take it']);
  if (WITH_TEXT_ON_CHAT.test(draft.model)) return;
  draft.text = 'none';
  draft.elsewhere = 'openai.responses';
}

/** Returns false when there is no thinking to show. */
function planEffort(draft: Draft, path: string): boolean {
  const off = wantsNoThinking(draft);
  if (NON_REASONING.test(draft.model)) {
    planUnthinking(draft, 'Use a Grok model without non-reasoning in its name.');
    return false;
  }
  if (WITHOUT_EFFORT.test(draft.model)) {
    if (off) refuseOff(draft, 'Use a non-reasoning model.');
    else setEffort(draft, path, []);
    return !off;
  }
  if (off) setOffByEffort(draft, path, effortsOf(draft.model));
  else setEffort(draft, path, effortsOf(draft.model));
  return !off;
}

/** Takes no effort and shows no text. */
export function planGrokOnVertex(draft: Draft): void {
  const fix = 'Use xAI itself.';
  refuseBudget(draft, fix);
  refuseAnyEffort(draft, fix);
  if (wantsNoThinking(draft)) refuseOff(draft, 'Use a non-reasoning model.');
  draft.text = 'none';
  draft.caution('Grok on Vertex sends no text of its thinking.');
}
