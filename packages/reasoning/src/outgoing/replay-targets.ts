/**
 * The providers that a conversation can be exported for: every wire format, and every host of the chat format, that
 * `conversation()` supports, with the request URL and the header for the key. One row per target; `{model}` in a URL
 * stands for the model, and `$NAME` for a variable of the environment.
 */
import type { ApiName } from '../parts/model-response.ts';
import { CHAT_HOSTS } from './replay/formats/chat-hosts.ts';
import type { Origin } from './replay/common/types.ts';

export interface RequestAddress {
  id: string;
  label: string;
  api: ApiName;
  /** The host's name in `conversation()`; the default is the format's own provider. */
  provider?: string;
  url: string;
  headers: readonly string[];
  /** Parameters without which the provider refuses the request. */
  needs?: Readonly<Record<string, unknown>>;
}

const bearer = (variable: string) => [`Authorization: Bearer $${variable}`];

const FORMATS: readonly RequestAddress[] = [
  row('OpenAI Responses', ['openai.responses', 'openai'], ['https://api.openai.com/v1/responses', 'OPENAI_API_KEY']),
  {
    ...row('Anthropic', ['anthropic.messages', 'anthropic'], ['https://api.anthropic.com/v1/messages', '']),
    headers: ['x-api-key: $ANTHROPIC_API_KEY', 'anthropic-version: 2023-06-01'],
    needs: { max_tokens: 4096 },
  },
  {
    ...row('Gemini', ['gemini.generateContent', 'google'], [`${google()}/models/{model}:generateContent`, '']),
    headers: ['x-goog-api-key: $GEMINI_API_KEY'],
  },
  {
    ...row('Gemini Interactions', ['gemini.interactions', 'google'], [`${google()}/interactions`, '']),
    headers: ['x-goog-api-key: $GEMINI_API_KEY'],
  },
  row('Mistral', ['mistral.chat', 'mistral'], ['https://api.mistral.ai/v1/chat/completions', 'MISTRAL_API_KEY']),
  row(
    'Mistral conversations',
    ['mistral.conversations', 'mistral'],
    ['https://api.mistral.ai/v1/conversations', 'MISTRAL_API_KEY'],
  ),
  { ...row('Ollama', ['ollama.chat', 'ollama'], ['http://localhost:11434/api/chat', '']), headers: [] },
  row('Cohere', ['cohere.chat', 'cohere'], ['https://api.cohere.com/v2/chat', 'CO_API_KEY']),
  row(
    'Bedrock Converse',
    ['bedrock.converse', 'bedrock'],
    ['https://bedrock-runtime.us-east-1.amazonaws.com/model/{model}/converse', 'AWS_BEARER_TOKEN_BEDROCK'],
  ),
];

/**
 * Hosts of the chat format: name, URL, variable of the key. A host without a row gets its id as name and a URL to fill
 * in.
 */
const HOSTS: Readonly<Record<string, readonly [label: string, url: string, key: string]>> = {
  openai: ['OpenAI', 'https://api.openai.com/v1/chat/completions', 'OPENAI_API_KEY'],
  azure: ['Azure', 'https://$AZURE_RESOURCE.openai.azure.com/openai/v1/chat/completions', 'AZURE_OPENAI_API_KEY'],
  deepseek: ['DeepSeek', 'https://api.deepseek.com/chat/completions', 'DEEPSEEK_API_KEY'],
  kimi: ['Kimi', 'https://api.moonshot.ai/v1/chat/completions', 'MOONSHOT_API_KEY'],
  glm: ['GLM', 'https://api.z.ai/api/paas/v4/chat/completions', 'ZAI_API_KEY'],
  qwen: ['Qwen', 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1/chat/completions', 'DASHSCOPE_API_KEY'],
  minimax: ['MiniMax', 'https://api.minimax.io/v1/chat/completions', 'MINIMAX_API_KEY'],
  openrouter: ['OpenRouter', 'https://openrouter.ai/api/v1/chat/completions', 'OPENROUTER_API_KEY'],
  snowflake: [
    'Snowflake',
    'https://$SNOWFLAKE_ACCOUNT.snowflakecomputing.com/api/v2/cortex/v1/chat/completions',
    'SNOWFLAKE_PAT',
  ],
  vercel: ['Vercel AI Gateway', 'https://ai-gateway.vercel.sh/v1/chat/completions', 'AI_GATEWAY_API_KEY'],
  litellm: ['LiteLLM', 'http://localhost:4000/v1/chat/completions', 'LITELLM_API_KEY'],
  copilot: ['GitHub Copilot', 'https://api.githubcopilot.com/chat/completions', 'COPILOT_TOKEN'],
  google: ['Gemini, compatible endpoint', `${google()}/openai/chat/completions`, 'GEMINI_API_KEY'],
  groq: ['Groq', 'https://api.groq.com/openai/v1/chat/completions', 'GROQ_API_KEY'],
  cerebras: ['Cerebras', 'https://api.cerebras.ai/v1/chat/completions', 'CEREBRAS_API_KEY'],
  mistral: ['Mistral, without thinking', 'https://api.mistral.ai/v1/chat/completions', 'MISTRAL_API_KEY'],
  xai: ['xAI', 'https://api.x.ai/v1/chat/completions', 'XAI_API_KEY'],
  perplexity: ['Perplexity', 'https://api.perplexity.ai/chat/completions', 'PERPLEXITY_API_KEY'],
  ollama: ['Ollama, compatible endpoint', 'http://localhost:11434/v1/chat/completions', 'OLLAMA_API_KEY'],
  vllm: ['vLLM', 'http://localhost:8000/v1/chat/completions', 'VLLM_API_KEY'],
  sglang: ['SGLang', 'http://localhost:30000/v1/chat/completions', 'SGLANG_API_KEY'],
  llamacpp: ['llama.cpp', 'http://localhost:8080/v1/chat/completions', 'LLAMA_API_KEY'],
};

const UNKNOWN_HOST = 'https://$HOST/v1/chat/completions';

export const REPLAY_TARGETS: readonly RequestAddress[] = [
  ...FORMATS,
  ...CHAT_HOSTS.map((host) => {
    const [label, url, key] = Object.hasOwn(HOSTS, host) ? HOSTS[host]! : [host, UNKNOWN_HOST, 'API_KEY'];
    return row(label, ['openai.chat', host], [url, key]);
  }),
  row('Another host of the chat format', ['openai.chat', 'other'], [UNKNOWN_HOST, 'API_KEY']),
];

function row(label: string, [api, provider]: [ApiName, string], [url, key]: [string, string]): RequestAddress {
  return { id: `${api}/${provider}`, label, api, provider, url, headers: bearer(key) };
}

function google(): string {
  return 'https://generativelanguage.googleapis.com/v1beta';
}

/** The target with this id; undefined for an unknown id. */
export const replayTarget = (id: string): RequestAddress | undefined =>
  REPLAY_TARGETS.find((target) => target.id === id);

/** The target that best fits the provider of the response: its own host, otherwise its wire format. */
export function targetOfOrigin({ api, provider }: Origin): RequestAddress {
  const ofFormat = REPLAY_TARGETS.filter((target) => target.api === api);
  const own = ofFormat.find((target) => target.provider === provider);
  return own ?? (api === 'openai.chat' ? ofFormat.at(-1) : ofFormat[0]) ?? REPLAY_TARGETS[0]!;
}

/** Characters that `encodeURIComponent` leaves, and quotes of a program do not. */
const UNSAFE = /[!'()*]/g;

/** The URL with its model, escaped, so that a model name cannot end the quotes around it. */
export function addressOf({ url }: RequestAddress, model: string): string {
  const name = model === '' ? 'MODEL' : encodeURIComponent(model.toWellFormed()).replaceAll(UNSAFE, percent);
  return url.replace('{model}', () => name);
}

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
