// Which request parameter makes a provider show its thinking, and what it then shows. Pure. Sources: the providers' own client types.
import type { ThinkingState } from '@subtext/reasoning';

export interface ThinkSetting {
  /** As a person knows it. */
  provider: string;
  /** Values of `gen_ai.provider.name` that mean this one. */
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

/** States in which another setting could have shown more. */
const COULD_SHOW_MORE: readonly ThinkingState[] = ['encrypted', 'withheld', 'none', 'unreported'];

/** The setting that would show more of what arrived; undefined when it shows what there is, or the provider is not known. */
export function settingToSeeMore(
  thinking: readonly { provider: string | null; state: ThinkingState | null }[],
): ThinkSetting | undefined {
  const poor = thinking.find(({ state }) => state === null || COULD_SHOW_MORE.includes(state));
  const provider = poor?.provider?.toLowerCase();
  return provider === undefined ? undefined : THINK_SETTINGS.find(({ names }) => names.includes(provider));
}
