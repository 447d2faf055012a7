/** `gen_ai.provider.name` from the host a request went to, in the words of the conventions where they have one. */
import type { ApiName } from '@subtext/reasoning';
import { memoised } from './memoised.ts';

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

/** Makers whose models have names of their own: behind a proxy, the name still says whose model answers. */
const FAMILIES: readonly [family: RegExp, name: string][] = [
  [/^claude-/, 'anthropic'],
  [/^deepseek-/, 'deepseek'],
  [/^gemini-/, 'gcp.gemini'],
  [/^grok-/, 'x_ai'],
  [/^(?:mistral|magistral|ministral|codestral|devstral)-/, 'mistral_ai'],
];

/** A host, or what is under it. */
const SUFFIXES = HOSTS.map(([suffix, name]) => ({ suffix: `.${suffix}`, name }));

const hostNames = memoised((host) => SUFFIXES.find(({ suffix }) => `.${host}`.endsWith(suffix))?.name);

const familyNames = memoised((model) => FAMILIES.find(([family]) => family.test(model))?.[1]);

/** An unknown host is named by the maker of its model, else by whose format it speaks. */
export function providerName(host: string, api: ApiName | undefined, model = ''): string | undefined {
  return hostNames(host) ?? familyNames(model) ?? api?.split('.')[0];
}
