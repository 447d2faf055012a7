/** Qwen on Alibaba's API (providers.md §11). */
import type { Draft } from '../common/draft.ts';
import {
  budgetWithin,
  noThinking,
  refuseAnyEffort,
  refuseForcedTool,
  refuseOff,
  refuseUnthinking,
  wantsNoThinking,
} from '../common/rules.ts';

/** Thinking-only models, by name. */
const ALWAYS_THINKS = /-thinking|qwq|qvq/i;
const UNTHINKING = /-instruct|coder/i;
/** The open models can think only in a streamed answer. */
const STREAM_ONLY = /qwq|qvq|qwen3(?:\.\d+)?-(?:next-)?\d+b/i;
/** Its `reasoning_content` is a summary beside encrypted content. */
const SUMMARISED = /qwen4-max/i;

export function planQwen(draft: Draft): void {
  if (UNTHINKING.test(draft.model)) return refuseUnthinking(draft, 'Use a Qwen model that thinks.');
  refuseAnyEffort(draft, 'Use budgetTokens.');
  if (wantsNoThinking(draft)) {
    if (ALWAYS_THINKS.test(draft.model)) return refuseOff(draft, 'Use a model without -thinking in its name.');
    draft.set('enable_thinking', false);
    return noThinking(draft);
  }
  draft.set('enable_thinking', true);
  const budget = budgetWithin(draft, 1);
  if (budget !== undefined) draft.set('thinking_budget', budget);
  if (SUMMARISED.test(draft.model)) {
    draft.text = 'summary';
    draft.show('thinking_display', 'summarized');
  }
  // "tool_choice … does not support being set to required or object in thinking mode" (vendor's answer)
  refuseForcedTool(draft, 'tool_choice', 'Qwen takes none while it thinks');
  requireStream(draft);
}

function requireStream(draft: Draft): void {
  if (!STREAM_ONLY.test(draft.model)) return;
  if (draft.read('messages') === undefined)
    return draft.note(`${draft.model} thinks only in a stream: send stream: true.`);
  if (draft.read('stream') === true) return;
  draft.refuse('STREAM_ONLY', 'stream', [`${draft.model} thinks only in a stream.`, 'Send stream: true.']);
}
