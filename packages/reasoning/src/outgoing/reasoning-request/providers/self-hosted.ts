/**
 * Self-hosted servers: vLLM, SGLang, llama.cpp (providers.md §10). The chat template decides what the model supports.
 */
import type { Draft } from '../common/draft.ts';
import { noThinking, refuseBudget, refuseOff, refuseOwnOff, setEffort, wantsNoThinking } from '../common/rules.ts';

const SWITCH = 'chat_template_kwargs.enable_thinking';
/** Harmony models always think, and read an effort instead of a switch. */
const GPT_OSS = /gpt-oss/i;

export function planVllm(draft: Draft): void {
  planTemplate(draft);
  if (draft.text === 'none') return;
  draft.show('include_reasoning', true);
  draft.caution('The server needs --reasoning-parser; without one the thinking stands in the answer, in tags.');
}

export function planSglang(draft: Draft): void {
  planTemplate(draft);
  if (draft.text === 'none') return;
  draft.show('separate_reasoning', true);
  draft.caution('The server needs --reasoning-parser; without one the thinking stands in the answer, in tags.');
}

export function planLlamaCpp(draft: Draft): void {
  planTemplate(draft);
  if (draft.text === 'none') return;
  draft.show('reasoning_format', 'auto', ['deepseek', 'deepseek-legacy', 'none']);
}

function planTemplate(draft: Draft): void {
  refuseBudget(draft, 'Leave the budget out.');
  if (GPT_OSS.test(draft.model)) {
    if (wantsNoThinking(draft)) return refuseOff(draft, "Wish for effort: 'low'.");
    return setEffort(draft, 'reasoning_effort', ['low', 'medium', 'high']);
  }
  if (wantsNoThinking(draft)) {
    draft.set(SWITCH, false);
    return noThinking(draft);
  }
  setEffort(draft, 'reasoning_effort', undefined);
  if (draft.read(SWITCH) === false) refuseOwnOff(draft, SWITCH);
  else draft.set(SWITCH, true);
  draft.note('enable_thinking counts only for models whose chat template knows it.');
}
