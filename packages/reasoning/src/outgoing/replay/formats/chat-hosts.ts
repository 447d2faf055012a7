/**
 * Hosts of the chat format: the field in which each wants thinking back, and how strictly (providers.md §1, §3, §5–§11,
 * §13). One row per host.
 */
import { vendorOf } from '../common/provider.ts';
import type { Need, ReplayTarget, ThinkingPolicy } from '../common/types.ts';

/** Field for readable thinking of other models. `tags`: in the content, between `<think>` and `</think>`. */
export type ChatField = 'reasoning_content' | 'reasoning' | 'tags';

export interface ChatHost {
  own: Need;
  /** Without it the host takes only its own thinking. */
  field?: ChatField;
  /** Takes back only what it signed. */
  sealedOnly?: boolean;
  /** Wants a signature on the first call of every turn. */
  signsCalls?: boolean;
  /** Fills the field of a turn with calls when there is no thinking for it. */
  placeholder?: string;
  section: string;
  ruleText: string;
}

const HOSTS: Readonly<Record<string, ChatHost>> = {
  openai: { own: 'never', section: '§3.1', ruleText: 'OpenAI shows and takes no thinking in this format' },
  azure: {
    own: 'may',
    section: '§3.1',
    ruleText: 'models of others on Azure answer with `reasoning_content`; OpenAI’s own never do',
  },
  deepseek: {
    own: 'with_calls',
    field: 'reasoning_content',
    placeholder: '',
    section: '§6',
    ruleText: 'DeepSeek refuses a turn with calls without `reasoning_content`',
  },
  kimi: {
    own: 'with_calls',
    field: 'reasoning_content',
    // K2.5 and K2.6 answer 400 to "" as if the field were missing; one space is enough.
    placeholder: ' ',
    section: '§11',
    ruleText: 'Kimi refuses a turn with calls without `reasoning_content`',
  },
  glm: {
    own: 'with_calls',
    field: 'reasoning_content',
    section: '§11',
    ruleText: 'GLM wants `reasoning_content` back verbatim with tools',
  },
  qwen: {
    own: 'may',
    field: 'reasoning_content',
    section: '§11',
    ruleText: 'Qwen uses `reasoning_content` again with `preserve_thinking`',
  },
  minimax: {
    own: 'always',
    field: 'tags',
    section: '§11',
    ruleText: 'MiniMax wants the whole content with its tags, or the `reasoning_details`',
  },
  openrouter: {
    own: 'with_calls',
    field: 'reasoning',
    section: '§8',
    ruleText: 'OpenRouter wants `reasoning_details` back unmodified and in order',
  },
  snowflake: { own: 'with_calls', section: '§13', ruleText: 'Snowflake wants `reasoning_details` back as they came' },
  vercel: {
    own: 'with_calls',
    field: 'reasoning',
    section: '§13',
    ruleText: 'the gateway wants `reasoning_details` back as they came',
  },
  litellm: {
    own: 'with_calls',
    field: 'reasoning_content',
    section: '§13',
    ruleText: 'LiteLLM wants `thinking_blocks` back verbatim',
  },
  copilot: {
    own: 'with_calls',
    section: '§3.2',
    ruleText: 'Copilot takes `reasoning_text` and `reasoning_opaque` as they came',
  },
  google: {
    own: 'with_calls',
    sealedOnly: true,
    signsCalls: true,
    section: '§5.3',
    ruleText: 'Gemini takes signatures back, each with its call, and no thinking text',
  },
  groq: { own: 'may', field: 'reasoning', section: '§9', ruleText: 'Groq may get `reasoning` back' },
  cerebras: { own: 'may', field: 'reasoning', section: '§9', ruleText: 'Cerebras may get `reasoning` back' },
  mistral: { own: 'may', section: '§9', ruleText: 'Mistral takes its thinking chunks back verbatim' },
  xai: { own: 'never', section: '§1', ruleText: 'xAI does not take thinking back in this format' },
  perplexity: { own: 'never', section: '§1', ruleText: 'Perplexity takes no thinking back' },
  ollama: {
    own: 'may',
    field: 'reasoning',
    section: '§7',
    ruleText: 'Ollama hands `reasoning` to the model’s template',
  },
  vllm: { own: 'may', field: 'reasoning', section: '§10', ruleText: 'vLLM hands `reasoning` to the model’s template' },
  sglang: {
    own: 'may',
    field: 'reasoning_content',
    section: '§10',
    ruleText: 'SGLang hands `reasoning_content` to the model’s template',
  },
  llamacpp: {
    own: 'may',
    field: 'reasoning_content',
    section: '§10',
    ruleText: 'llama.cpp hands `reasoning_content` to the model’s template',
  },
};

/** Hosts of the chat format by the names that a target gives as its provider. */
export const CHAT_HOSTS: readonly string[] = Object.keys(HOSTS);

/** Uses the field that most hosts read; a host ignores unknown fields. */
const UNKNOWN: ChatHost = {
  own: 'may',
  field: 'reasoning_content',
  section: '§3.2',
  ruleText: 'an unknown host gets thinking back in the field it came in',
};

/** The old R1 refused the field; GLM on Cerebras wants tags where gpt-oss there wants `reasoning`. */
const EXCEPTIONS: readonly { vendor: string; model: RegExp; host: Partial<ChatHost> }[] = [
  {
    vendor: 'deepseek',
    model: /deepseek-r1/i,
    host: {
      own: 'never',
      field: undefined,
      placeholder: undefined,
      ruleText: 'DeepSeek R1 refuses `reasoning_content`',
    },
  },
  {
    vendor: 'cerebras',
    model: /glm/i,
    host: { field: 'tags', ruleText: 'GLM on Cerebras may get its thinking back between tags' },
  },
] as const;

export function hostOf(target: ReplayTarget): ChatHost {
  const vendor = vendorOf(target);
  const host = Object.hasOwn(HOSTS, vendor) ? (HOSTS[vendor] ?? UNKNOWN) : UNKNOWN;
  const exception = EXCEPTIONS.find((row) => row.vendor === vendor && row.model.test(target.model ?? ''));
  return { ...host, ...exception?.host };
}

export function chatThinking(target: ReplayTarget): ThinkingPolicy {
  const { own, field, sealedOnly, section, ruleText: says } = hostOf(target);
  return {
    own,
    foreign: field === undefined ? 'never' : 'may',
    ...(sealedOnly && { sealedOnly }),
    section,
    ruleText: says,
  };
}
