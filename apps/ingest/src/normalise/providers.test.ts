/** One provider has one name for all senders: sums, prices and hints use it. */
import { expect, test } from 'vitest';
import { spanSent, type SentFields } from '../testing/sent.ts';
import { normalise } from './index.ts';

const openInference = (provider: string, system?: string): SentFields => ({
  attributes: {
    'openinference.span.kind': 'LLM',
    'llm.provider': provider,
    ...(system !== undefined && { 'llm.system': system }),
  },
});
const aiSdk = (provider: string): SentFields => ({
  scope: 'ai',
  attributes: { 'ai.operationId': 'ai.generateText.doGenerate', 'ai.model.provider': provider },
});
const langchain = (provider: string): SentFields => ({
  attributes: { 'gen_ai.operation.name': 'chat', 'llm.provider': 'langchain', 'gen_ai.provider.name': provider },
});

test.each<[SentFields, string]>([
  [openInference('vertexai'), 'gcp.vertex_ai'],
  [openInference('mistralai'), 'mistral_ai'],
  [openInference('xai'), 'x_ai'],
  [openInference('aws', 'anthropic'), 'aws.bedrock'],
  [openInference('azure'), 'azure.ai.openai'],
  [openInference('OpenAI'), 'openai'],
  [aiSdk('anthropic.messages'), 'anthropic'],
  [aiSdk('google.vertex.chat'), 'gcp.vertex_ai'],
  [aiSdk('google.generative-ai'), 'gcp.gemini'],
  [aiSdk('amazon-bedrock'), 'aws.bedrock'],
  [aiSdk('azure-openai.chat'), 'azure.ai.openai'],
  [langchain('groq'), 'groq'],
  // Pydantic AI's.
  [langchain('google-gla'), 'gcp.gemini'],
  [langchain('google-cloud'), 'gcp.vertex_ai'],
  [langchain('bedrock-mantle'), 'aws.bedrock'],
])('%j → %s', (sent, provider) => {
  expect(normalise(spanSent(sent)).generation?.provider).toBe(provider);
});
