/** Cohere v2 (providers.md §9). */
import type { Draft } from '../common/draft.ts';
import { budgetWithin, noThinking, refuseAnyEffort, refuseUnthinking, wantsNoThinking } from '../common/rules.ts';

/** `thinking` is on by default for models that can; the budget ends the thinking, not the answer. */
export function planCohere(draft: Draft): void {
  if (!/reasoning/.test(draft.model) && /^command-(?:r|a-03|light|nightly)/.test(draft.model)) {
    return refuseUnthinking(draft, 'Use command-a-reasoning.');
  }
  refuseAnyEffort(draft, 'Use budgetTokens.');
  if (wantsNoThinking(draft)) {
    draft.set('thinking.type', 'disabled');
    return noThinking(draft);
  }
  draft.set('thinking.type', 'enabled');
  const budget = budgetWithin(draft, 1);
  if (budget !== undefined) draft.set('thinking.token_budget', budget);
}
