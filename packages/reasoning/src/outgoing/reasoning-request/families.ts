/** Every provider and API with known rules: a row has its names, its rules, and the spelling of its client. */
import type { ApiName } from '../../parts/model-response.ts';
import { planInvokeModel, planMessages } from './providers/anthropic.ts';
import { planConverse } from './providers/bedrock.ts';
import { planCerebras } from './providers/cerebras.ts';
import { planCohere } from './providers/cohere.ts';
import { planDeepSeek } from './providers/deepseek.ts';
import type { Draft } from './common/draft.ts';
import { geminiClientPath, planGemini, planGeminiChat, planInteractions } from './providers/gemini.ts';
import { planGlm } from './providers/glm.ts';
import { planGroq } from './providers/groq.ts';
import { planKimi } from './providers/kimi.ts';
import { planLiteLlm } from './providers/litellm.ts';
import { planMiniMax } from './providers/minimax.ts';
import { planMistral, planMistralConversations } from './providers/mistral.ts';
import { planOllama, planOllamaChat } from './providers/ollama.ts';
import { planChat, planResponses } from './providers/openai.ts';
import { planOpenRouter, planOpenRouterResponses } from './providers/openrouter.ts';
import { planQwen } from './providers/qwen.ts';
import { planLlamaCpp, planSglang, planVllm } from './providers/self-hosted.ts';
import { planGrokOnVertex, planXaiChat, planXaiResponses } from './providers/xai.ts';

export interface Family {
  /** The short name first, then its other names, `gen_ai.provider.name` among them. */
  names: readonly string[];
  api: ApiName;
  /** Section of docs/providers.md. */
  section: string;
  plan: (draft: Draft) => void;
  /** Models that use this API when none is named; the first row without it serves all others. */
  models?: RegExp;
  /** Maps a wire path to the path in the parameters of the provider's own JavaScript client, where they differ. */
  clientPath?: (path: string) => string;
}

const OPENAI = ['openai'];
const AZURE = ['azure', 'azure.ai.openai', 'azure.ai.inference', 'azure-openai'];
const GOOGLE = ['google', 'gemini', 'gcp.gemini', 'google-genai', 'gcp.gen_ai'];
const VERTEX = ['vertex', 'gcp.vertex_ai', 'google-vertex', 'vertex_ai'];
const BEDROCK = ['bedrock', 'aws.bedrock', 'amazon-bedrock'];
const OPENROUTER = ['openrouter'];
const MISTRAL = ['mistral', 'mistral_ai'];
const XAI = ['xai', 'x_ai', 'grok'];
const OLLAMA = ['ollama'];
const LITELLM = ['litellm'];

export const FAMILIES: readonly Family[] = [
  { names: OPENAI, api: 'openai.responses', section: '2.4', plan: planResponses },
  { names: OPENAI, api: 'openai.chat', section: '3.1', plan: planChat },
  { names: AZURE, api: 'openai.responses', section: '2.4', plan: planResponses },
  { names: AZURE, api: 'openai.chat', section: '3.1', plan: planChat },
  { names: AZURE, api: 'anthropic.messages', section: '4', plan: planMessages, models: /claude/i },
  { names: ['anthropic', 'claude'], api: 'anthropic.messages', section: '4', plan: planMessages },
  { names: GOOGLE, api: 'gemini.generateContent', section: '5.1', plan: planGemini, clientPath: geminiClientPath },
  { names: GOOGLE, api: 'gemini.interactions', section: '5.2', plan: planInteractions },
  { names: GOOGLE, api: 'openai.chat', section: '5.3', plan: planGeminiChat },
  { names: VERTEX, api: 'gemini.generateContent', section: '5.1', plan: planGemini, clientPath: geminiClientPath },
  { names: VERTEX, api: 'anthropic.messages', section: '4', plan: planMessages, models: /claude/i },
  { names: VERTEX, api: 'openai.chat', section: '5.1', plan: planGrokOnVertex, models: /grok/i },
  { names: ['deepseek'], api: 'openai.chat', section: '6', plan: planDeepSeek },
  { names: OLLAMA, api: 'ollama.chat', section: '7', plan: planOllama },
  { names: OLLAMA, api: 'openai.chat', section: '7', plan: planOllamaChat },
  { names: OPENROUTER, api: 'openai.chat', section: '8', plan: planOpenRouter },
  { names: OPENROUTER, api: 'openai.responses', section: '8', plan: planOpenRouterResponses },
  { names: ['groq'], api: 'openai.chat', section: '9', plan: planGroq },
  { names: ['cerebras'], api: 'openai.chat', section: '9', plan: planCerebras },
  { names: MISTRAL, api: 'mistral.chat', section: '9', plan: planMistral, clientPath: camelCasePath },
  {
    names: MISTRAL,
    api: 'mistral.conversations',
    section: '9',
    plan: planMistralConversations,
    clientPath: camelCasePath,
  },
  { names: XAI, api: 'openai.responses', section: '9', plan: planXaiResponses },
  { names: XAI, api: 'openai.chat', section: '9', plan: planXaiChat },
  { names: ['cohere'], api: 'cohere.chat', section: '9', plan: planCohere, clientPath: camelCasePath },
  { names: ['vllm'], api: 'openai.chat', section: '10', plan: planVllm },
  { names: ['sglang'], api: 'openai.chat', section: '10', plan: planSglang },
  { names: ['llamacpp', 'llama.cpp'], api: 'openai.chat', section: '10', plan: planLlamaCpp },
  { names: ['qwen', 'alibaba', 'alibaba_cloud', 'dashscope'], api: 'openai.chat', section: '11', plan: planQwen },
  { names: ['kimi', 'moonshot', 'moonshot_ai', 'moonshotai'], api: 'openai.chat', section: '11', plan: planKimi },
  { names: ['glm', 'zai', 'z.ai', 'z_ai', 'zhipu'], api: 'openai.chat', section: '11', plan: planGlm },
  { names: ['minimax'], api: 'openai.chat', section: '11', plan: planMiniMax },
  { names: BEDROCK, api: 'bedrock.converse', section: '12', plan: planConverse },
  { names: BEDROCK, api: 'anthropic.messages', section: '12', plan: planInvokeModel },
  { names: BEDROCK, api: 'openai.responses', section: '12', plan: planResponses },
  { names: BEDROCK, api: 'openai.chat', section: '12', plan: planChat },
  { names: LITELLM, api: 'openai.chat', section: '13', plan: planLiteLlm },
  { names: LITELLM, api: 'openai.responses', section: '13', plan: planResponses },
];

/** The rows of one provider; empty when it is unknown. */
export function familiesOf(provider: string): Family[] {
  const name = provider.toLowerCase();
  return FAMILIES.filter(({ names }) => names.includes(name));
}

/** The row to use; undefined when the provider has no such API here. */
export function familyFor(rows: readonly Family[], api: ApiName | undefined, model: string): Family | undefined {
  if (api !== undefined) return rows.find((row) => row.api === api);
  return rows.find((row) => row.models?.test(model)) ?? rows.find((row) => !row.models);
}

/** How generated clients spell snake-case wire names (Mistral, Cohere, OpenRouter). */
function camelCasePath(path: string): string {
  return path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
