/** Groq (providers.md §9). */
import type { Draft } from '../common/draft.ts';
import {
  hasTools,
  planUnthinking,
  refuseBudget,
  refuseOff,
  setEffort,
  setOffByEffort,
  wantsNoThinking,
} from '../common/rules.ts';
import { neverThinks } from './open-models.ts';

const GPT_OSS = /gpt-oss/i;
const QWEN = /qwen/i;

export function planGroq(draft: Draft): void {
  // Groq answers 400 to reasoning_effort and reasoning_format for these.
  if (neverThinks(draft.model)) return planUnthinking(draft, 'Use gpt-oss or Qwen 3.');
  refuseBudget(draft, 'Use an effort.');
  if (GPT_OSS.test(draft.model)) return planGptOss(draft);
  if (wantsNoThinking(draft)) return setOffByEffort(draft, 'reasoning_effort', undefined);
  if (refuseRaw(draft)) return;
  if (draft.read('include_reasoning') === undefined)
    draft.show('reasoning_format', 'parsed', hasSeparateText(draft) ? [] : ['raw']);
  else draft.show('include_reasoning', true);
  // Qwen on Groq can only switch thinking off; its other value, 'default', is the same as unset.
  if (QWEN.test(draft.model) && draft.wish.effort !== undefined) setEffort(draft, 'reasoning_effort', ['none']);
  else setEffort(draft, 'reasoning_effort', undefined);
}

/**
 * Groq's guide on reasoning: thinking is always in a separate field; `reasoning_format` is not accepted,
 * `include_reasoning` is.
 */
function planGptOss(draft: Draft): void {
  if (wantsNoThinking(draft)) return refuseOff(draft, "Wish for effort: 'low'.");
  setEffort(draft, 'reasoning_effort', ['low', 'medium', 'high']);
  draft.show('include_reasoning', true);
  if (draft.read('reasoning_format') === undefined) return;
  const message = `${draft.model} takes no reasoning_format on Groq.`;
  draft.refuse('SETTING_REFUSED', 'reasoning_format', [
    message,
    'Leave reasoning_format out; include_reasoning: true does it.',
  ]);
}

/** Tools and JSON mode need the answer without tags: 400 with `raw`. */
function refuseRaw(draft: Draft): boolean {
  if (draft.read('reasoning_format') !== 'raw' || !hasSeparateText(draft)) return false;
  const message = "Groq refuses reasoning_format 'raw' together with tools or JSON mode.";
  draft.refuse('SETTING_REFUSED', 'reasoning_format', [message, "Use reasoning_format: 'parsed'."]);
  return true;
}

/** True when unset means `parsed`, because the answer must be free of tags. */
function hasSeparateText(draft: Draft): boolean {
  const format = draft.read('response_format.type');
  return hasTools(draft) || format === 'json_object' || format === 'json_schema';
}
