/** Derives `gen_ai.provider.name` from the host of a request, with the conventions' names where they have one. */
import { memoized } from '../../platform/memoized.ts';

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
  ['cohere.ai', 'cohere'],
  ['voyageai.com', 'voyageai'],
  ['jina.ai', 'jina'],
  ['together.xyz', 'together'],
  ['together.ai', 'together'],
];

/** Vendors with distinctive model names: behind a proxy, the model name shows the vendor. */
const FAMILIES: readonly [family: RegExp, name: string][] = [
  [/^claude-/, 'anthropic'],
  [/^deepseek-/, 'deepseek'],
  [/^gemini-/, 'gcp.gemini'],
  [/^grok-/, 'x_ai'],
  [/^(?:mistral|magistral|ministral|codestral|devstral)-/, 'mistral_ai'],
];

/** Matches a host and its subdomains. */
const SUFFIXES = HOSTS.map(([suffix, name]) => ({ suffix: `.${suffix}`, name }));

const hostNames = memoized((host) => SUFFIXES.find(({ suffix }) => `.${host}`.endsWith(suffix))?.name);

const familyNames = memoized((model) => FAMILIES.find(([family]) => family.test(model))?.[1]);

/** For an unknown host: the vendor of the model, else that of the wire format. */
export function providerName(host: string, api: string | undefined, model = ''): string | undefined {
  return hostNames(host) ?? familyNames(model) ?? api?.split('.')[0];
}
