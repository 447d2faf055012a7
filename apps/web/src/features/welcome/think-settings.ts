// Which request parameter makes each provider return its thinking, and in which form. Pure. Source: the types of the
// providers' own clients.
import type { ThinkingState } from '@subtext/reasoning';

export interface ThinkSetting {
  /** The provider's name as users know it. */
  provider: string;
  /** Values of `gen_ai.provider.name` that stand for this provider. */
  names: readonly string[];
  /** What to add to the request. */
  code: string;
  shows: string;
}

export const THINK_SETTINGS: readonly ThinkSetting[] = [
  {
    provider: 'OpenAI Responses',
    names: ['openai', 'azure.ai.openai', 'x_ai'],
    code: "reasoning: { summary: 'detailed' }",
    shows: 'the summary of each thought',
  },
  {
    provider: 'Anthropic',
    names: ['anthropic'],
    code: "thinking: { type: 'adaptive', display: 'summarized' }",
    shows: 'a summary before each call',
  },
  {
    provider: 'OpenRouter',
    names: ['openrouter'],
    code: "reasoning: { effort: 'medium', exclude: false }",
    shows: 'text or summary, as the model behind it allows',
  },
  {
    provider: 'DeepSeek',
    names: ['deepseek'],
    code: "thinking: { type: 'enabled' }",
    shows: 'the full text',
  },
  {
    provider: 'Groq',
    names: ['groq'],
    code: "reasoning_format: 'parsed'",
    shows: 'the full text',
  },
  {
    provider: 'Ollama, vLLM, SGLang',
    names: ['ollama', 'vllm', 'sglang'],
    code: "reasoning_effort: 'medium'",
    shows: 'the full text of open models',
  },
];

/** States for which another setting could have shown more thinking. */
const COULD_SHOW_MORE: readonly ThinkingState[] = ['encrypted', 'withheld', 'none', 'unreported'];

/**
 * The setting that would show more thinking; undefined when all of it is visible already, or when the provider is not
 * in the list.
 */
export function settingToSeeMore(
  thinking: readonly { provider: string | null; state: ThinkingState | null }[],
): ThinkSetting | undefined {
  const poor = thinking.find(({ state }) => state === null || COULD_SHOW_MORE.includes(state));
  const provider = poor?.provider?.toLowerCase();
  return provider === undefined ? undefined : THINK_SETTINGS.find(({ names }) => names.includes(provider));
}
