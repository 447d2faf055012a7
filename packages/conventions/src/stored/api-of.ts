/**
 * The wire format of a generation: our SDK names it; for other senders it follows from the provider, if the provider
 * has only one.
 */
import type { ApiName } from '@subtext/reasoning';

const APIS: ReadonlySet<string> = new Set<ApiName>([
  'openai.responses',
  'openai.chat',
  'anthropic.messages',
  'gemini.generateContent',
  'gemini.interactions',
  'mistral.chat',
  'mistral.conversations',
  'ollama.chat',
  'cohere.chat',
  'bedrock.converse',
]);

const OF_PROVIDER: readonly [provider: RegExp, api: ApiName][] = [
  [/anthropic/, 'anthropic.messages'],
  [/gemini|gen_ai|vertex|google/, 'gemini.generateContent'],
  [/mistral/, 'mistral.chat'],
  [/ollama/, 'ollama.chat'],
  [/cohere/, 'cohere.chat'],
  [/bedrock/, 'bedrock.converse'],
];

interface ReportedApi {
  named?: string | undefined;
  provider?: string | undefined;
  operation?: string | undefined;
}

export function apiOf({ named, provider = '', operation }: ReportedApi): ApiName {
  if (named !== undefined && APIS.has(named)) return named as ApiName;
  if (operation === 'responses') return 'openai.responses';
  return OF_PROVIDER.find(([pattern]) => pattern.test(provider.toLowerCase()))?.[1] ?? 'openai.chat';
}
