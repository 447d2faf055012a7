/** The LiteLLM proxy (providers.md §13): chat-shaped, with the rules of the model behind it. */
import { summarisesThinking } from '../../../thinking/thinking-model.ts';
import { planClaude } from './anthropic.ts';
import { isClaude } from './claude.ts';
import type { Draft } from '../common/draft.ts';
import { openAiModelOf } from './openai.ts';
import { budgetWithin, setEffort, setOffByEffort, wantsNoThinking } from '../common/rules.ts';

const OPENAI = /^(?:openai|azure)\/|^(?:gpt-\d|o\d)/;

export function planLiteLlm(draft: Draft): void {
  draft.note('A chat-shaped proxy loses the order of thoughts and calls inside one response.');
  if (isClaude(draft.model)) return planClaudeBehind(draft);
  if (wantsNoThinking(draft)) return setOffByEffort(draft, 'reasoning_effort', undefined);
  setEffort(draft, 'reasoning_effort', undefined);
  const budget = budgetWithin(draft, 1);
  if (budget !== undefined) {
    draft.set('thinking.type', 'enabled');
    draft.set('thinking.budget_tokens', budget);
  }
  if (summarisesThinking(draft.model)) draft.text = 'summary';
  if (!OPENAI.test(draft.model) || openAiModelOf(draft.model).open) return;
  draft.text = 'none';
  draft.elsewhere = 'openai.responses';
}

/** LiteLLM passes `thinking` through and turns the effort into `output_config.effort`. */
function planClaudeBehind(draft: Draft): void {
  planClaude(draft, {
    thinking: 'thinking',
    effort: 'reasoning_effort',
    temperature: 'temperature',
    topP: 'top_p',
    topK: 'top_k',
    maxTokens: 'max_tokens',
    toolChoice: 'tool_choice',
    tools: 'tools',
    betas: null,
  });
}
