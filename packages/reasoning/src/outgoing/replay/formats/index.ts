/** Every wire format that replay can write, one row and one file per format. */
import type { ApiName } from '../../../parts/model-response.ts';
import { ANTHROPIC_TARGET } from './anthropic.ts';
import { BEDROCK_TARGET } from './bedrock.ts';
import { COHERE_TARGET } from './cohere.ts';
import { GEMINI_TARGET } from './gemini.ts';
import { INTERACTIONS_TARGET } from './interactions.ts';
import { MISTRAL_CONVERSATIONS_TARGET } from './mistral-conversations.ts';
import { MISTRAL_TARGET } from './mistral.ts';
import { OLLAMA_TARGET } from './ollama.ts';
import { CHAT_TARGET } from './openai-chat.ts';
import { RESPONSES_TARGET } from './openai-responses.ts';
import type { TargetFormat } from '../common/types.ts';

export const TARGET_FORMATS: Readonly<Record<ApiName, TargetFormat>> = {
  'openai.responses': RESPONSES_TARGET,
  'openai.chat': CHAT_TARGET,
  'anthropic.messages': ANTHROPIC_TARGET,
  'gemini.generateContent': GEMINI_TARGET,
  'gemini.interactions': INTERACTIONS_TARGET,
  'mistral.chat': MISTRAL_TARGET,
  'mistral.conversations': MISTRAL_CONVERSATIONS_TARGET,
  'ollama.chat': OLLAMA_TARGET,
  'cohere.chat': COHERE_TARGET,
  'bedrock.converse': BEDROCK_TARGET,
};
