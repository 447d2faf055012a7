/** DeepSeek's own chat API (providers.md §6). */
import type { Draft } from '../common/draft.ts';
import { hasTools, noThinking, refuseBudget, setEffort, wantsNoThinking } from '../common/rules.ts';

/** low, high and max; the other two are mapped to one of these. Thinking is on by default. */
const EFFORTS = ['minimal', 'low', 'medium', 'high', 'max'] as const;
const RETIRED = /^deepseek-(?:chat|reasoner)$/;

export function planDeepSeek(draft: Draft): void {
  if (RETIRED.test(draft.model)) {
    const message = `${draft.model} ended on 2026-07-24.`;
    draft.refuse('MODEL_RETIRED', 'target.model', [message, 'Use deepseek-flash or deepseek-v4-pro.']);
  }
  refuseBudget(draft, 'Use an effort: low, high or max.');
  if (wantsNoThinking(draft)) {
    draft.set('thinking.type', 'disabled');
    return noThinking(draft);
  }
  draft.set('thinking.type', 'enabled');
  setEffort(draft, 'reasoning_effort', EFFORTS);
  const { effort } = draft.wish;
  if (effort === 'minimal') draft.note("DeepSeek takes 'minimal' for 'low'.");
  if (effort === 'medium') draft.note("DeepSeek takes 'medium' for 'high'.");
  if (draft.read('temperature') !== undefined || draft.read('top_p') !== undefined) {
    draft.note('DeepSeek ignores temperature and top_p while it thinks.');
  }
  if (hasTools(draft))
    draft.note('After a turn with tools, reasoning_content has to go back with every later request.');
}
