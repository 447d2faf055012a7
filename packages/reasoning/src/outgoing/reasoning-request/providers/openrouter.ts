/** OpenRouter, chat and Responses: one `reasoning` object for models of all vendors (providers.md §8). */
import { summarisesThinking } from '../../../thinking/thinking-model.ts';
import { claudeOf, isClaude } from './claude.ts';
import type { Draft } from '../common/draft.ts';
import { keepForNextTurn, openAiModelOf, showSummary } from './openai.ts';
import { budgetWithin, refuseOwnOff, setEffort, setOffByEffort, wantsNoThinking } from '../common/rules.ts';
import { asCode } from '../common/settings.ts';

/** Vendors that send a summary only on request. */
const SUMMARISED = /^~?(?:openai|x-ai)\//;

/**
 * Parameters are spelled for the `openai` client, which most use with OpenRouter; its own client passes on only
 * `effort` and `summary` (X).
 */
export function planOpenRouter(draft: Draft): void {
  if (wantsNoThinking(draft)) return setOffByEffort(draft, 'reasoning.effort', undefined);
  draft.show('reasoning.exclude', false);
  const [asksSummary, isOpen] = [SUMMARISED.test(draft.model), openAiModelOf(draft.model).open];
  if (asksSummary && !isOpen) showSummary(draft);
  draft.text = summarisesThinking(draft.model) || (asksSummary && !isOpen) ? 'summary' : 'verbatim';
  setAmount(draft);
  if (draft.wish.budgetTokens !== undefined && isClaude(draft.model) && claudeOf(draft.model).budget === 'refused') {
    draft.note(`${draft.model} decides by itself how much it thinks: OpenRouter does not pass a budget on.`);
  }
  draft.note(
    "OpenRouter's own client drops all but effort and summary; send the rest with the openai client or fetch.",
  );
}

function setAmount(draft: Draft): void {
  setEffort(draft, 'reasoning.effort', undefined);
  const budget = budgetWithin(draft, 1);
  if (budget !== undefined) draft.set('reasoning.max_tokens', budget);
  const [effort, tokens] = [
    draft.wish.effort ?? draft.read('reasoning.effort'),
    budget ?? draft.read('reasoning.max_tokens'),
  ];
  if (effort === undefined && tokens === undefined) draft.set('reasoning.enabled', true);
  else if (draft.read('reasoning.enabled') === false) refuseOwnOff(draft, 'reasoning.enabled');
  if (effort !== undefined && tokens !== undefined) refuseBoth(draft);
  const short = draft.read('reasoning_effort');
  if (draft.wish.effort === undefined || short === undefined || short === draft.wish.effort) return;
  const message = `Your request says ${asCode({ reasoning_effort: short })}; the wish is '${draft.wish.effort}'.`;
  draft.refuse('SETTING_CONFLICT', 'reasoning_effort', [message, 'Leave reasoning_effort out.']);
}

function refuseBoth(draft: Draft): void {
  const own = ['reasoning.effort', 'reasoning.max_tokens'].find((path) => draft.read(path) !== undefined);
  const where = own ?? 'wish.budgetTokens';
  const message = 'OpenRouter takes an effort or a budget, not both.';
  draft.refuse('EFFORT_AND_BUDGET', where, [message, `Leave ${where} out.`]);
}

/** The same object; without storage, the thinking comes back encrypted as at OpenAI. */
export function planOpenRouterResponses(draft: Draft): void {
  planOpenRouter(draft);
  keepForNextTurn(draft);
}
