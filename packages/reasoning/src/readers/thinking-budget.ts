/** The limit for thinking tokens in a request, as every provider writes it. */
import { finite, record, type JsonRecord } from '../json/json.ts';

/** Records in which a provider, a gateway or a framework keeps the settings of the thinking. */
const HOLDERS = [
  ...['generationConfig', 'generation_config', 'config', 'additionalModelRequestFields', 'extra_body'],
  ...['chat_template_kwargs', 'inferenceConfig'],
];
const SETTINGS = ['thinking', 'thinkingConfig', 'thinking_config', 'reasoning', 'reasoning_config', 'reasoningConfig'];
const BUDGETS = ['budget_tokens', 'budgetTokens', 'token_budget', 'thinkingBudget', 'thinking_budget', 'max_tokens'];
const OFF: ReadonlySet<unknown> = new Set(['disabled', 'off', 'none']);

/** 0: thinking is switched off. undefined: the request says nothing, or leaves it to the model. */
export function thinkingBudgetIn(body: JsonRecord): number | undefined {
  for (const holder of [body, ...HOLDERS.map((name) => record(body[name]))]) {
    const own = finite(holder.thinking_budget ?? holder.thinkingBudget);
    if (own !== undefined && own >= 0) return own;
    if (holder.enable_thinking === false) return 0;
    for (const name of SETTINGS) {
      const budget = budgetOf(record(holder[name]));
      if (budget !== undefined) return budget;
    }
  }
  return undefined;
}

function budgetOf(settings: JsonRecord): number | undefined {
  if (OFF.has(settings.type) || settings.enabled === false) return 0;
  const budget = BUDGETS.map((name) => finite(settings[name])).find((value) => value !== undefined);
  // Gemini writes -1 where the model decides.
  return budget !== undefined && budget >= 0 ? budget : undefined;
}
