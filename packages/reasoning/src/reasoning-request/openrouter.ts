/** OpenRouter, chat and Responses: one `reasoning` object for models of all makers (providers.md §8). */
import { summarisesThinking } from '../thinking-model.ts';
import { claudeOf, isClaude } from './claude.ts';
import type { Draft } from './draft.ts';
import { keepForNextTurn, openAiModelOf, showSummary } from './openai.ts';
import { budgetWithin, setOffByEffort, wantsNoThinking } from './rules.ts';

/** Makers that send a summary only when asked. */
const SUMMARISED = /^~?(?:openai|x-ai)\//;

export function planOpenRouter(draft: Draft): void {
  const { effort, budgetTokens } = draft.wish;
  if (wantsNoThinking(draft)) return setOffByEffort(draft, 'reasoning.effort', undefined);
  draft.show('reasoning.exclude', false);
  const [asksSummary, isOpen] = [SUMMARISED.test(draft.model), openAiModelOf(draft.model).open];
  if (asksSummary && !isOpen) showSummary(draft);
  draft.text = summarisesThinking(draft.model) || (asksSummary && !isOpen) ? 'summary' : 'verbatim';
  if (effort !== undefined) draft.set('reasoning.effort', effort);
  const budget = budgetWithin(draft, 1);
  if (budget !== undefined) draft.set('reasoning.max_tokens', budget);
  if (effort === undefined && budgetTokens === undefined && !hasOwnAmount(draft)) draft.set('reasoning.enabled', true);
  refuseBoth(draft);
  if (budget !== undefined && isClaude(draft.model) && claudeOf(draft.model).budget === 'refused') {
    draft.note(`${draft.model} decides by itself how much it thinks: OpenRouter does not pass a budget on.`);
  }
}

/** The same object; what is not stored comes back encrypted as at OpenAI. */
export function planOpenRouterResponses(draft: Draft): void {
  planOpenRouter(draft);
  keepForNextTurn(draft);
}

function hasOwnAmount(draft: Draft): boolean {
  return draft.read('reasoning.effort') !== undefined || draft.read('reasoning.max_tokens') !== undefined;
}

function refuseBoth(draft: Draft): void {
  const { effort, budgetTokens } = draft.wish;
  const hasEffort = effort !== undefined || draft.read('reasoning.effort') !== undefined;
  const hasBudget = budgetTokens !== undefined || draft.read('reasoning.max_tokens') !== undefined;
  if (!hasEffort || !hasBudget) return;
  const where = draft.read('reasoning.effort') === undefined ? 'reasoning.max_tokens' : 'reasoning.effort';
  const message = 'OpenRouter takes an effort or a budget, not both.';
  draft.refuse('EFFORT_AND_BUDGET', where, [message, `Leave ${where} out, or one of the two wishes.`]);
}
