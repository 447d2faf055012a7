/** `gen_ai.provider.name` from the host a request went to, in the words of the conventions where they have one. */
import type { ApiName } from '@subtext/reasoning';

const HOSTS: readonly [suffix: string, name: string][] = [
  ['openai.azure.com', 'azure.ai.openai'],
  ['services.ai.azure.com', 'azure.ai.inference'],
  ['api.openai.com', 'openai'],
  ['chatgpt.com', 'openai'],
  ['anthropic.com', 'anthropic'],
  ['amazonaws.com', 'aws.bedrock'],
  ['generativelanguage.googleapis.com', 'gcp.gemini'],
  ['aiplatform.googleapis.com', 'gcp.vertex_ai'],
  ['openrouter.ai', 'openrouter'],
  ['groq.com', 'groq'],
  ['cerebras.ai', 'cerebras'],
  ['x.ai', 'x_ai'],
  ['deepseek.com', 'deepseek'],
  ['mistral.ai', 'mistral_ai'],
  ['moonshot.ai', 'moonshot_ai'],
  ['moonshot.cn', 'moonshot_ai'],
  ['perplexity.ai', 'perplexity'],
  ['cohere.com', 'cohere'],
];

/** An unknown host speaks somebody's format; its name says whose. */
export function providerName(host: string, api: ApiName | undefined): string | undefined {
  const known = HOSTS.find(([suffix]) => host === suffix || host.endsWith(`.${suffix}`));
  return known?.[1] ?? api?.split('.')[0];
}
