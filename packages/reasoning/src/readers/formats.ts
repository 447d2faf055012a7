/**
 * Every wire format that has a reader. Order matters where two recognize the same body: a format with a mark of its own
 * comes before the one it resembles.
 */
import { ANTHROPIC_MESSAGES } from './anthropic/anthropic.ts';
import { BEDROCK_CONVERSE } from './bedrock/bedrock-converse.ts';
import { COHERE_CHAT } from './cohere/cohere.ts';
import { GEMINI } from './google/gemini.ts';
import { GEMINI_INTERACTIONS } from './google/gemini-interactions.ts';
import { MISTRAL_CHAT } from './mistral/mistral-chat.ts';
import { MISTRAL_CONVERSATIONS } from './mistral/mistral-conversations.ts';
import { OLLAMA_CHAT } from './ollama/ollama.ts';
import { OPENAI_CHAT } from './openai/openai-chat.ts';
import { OPENAI_REALTIME } from './openai/openai-realtime.ts';
import { OPENAI_RESPONSES } from './openai/openai-responses.ts';
import type { WireFormat } from './wire-format.ts';

export const WIRE_FORMATS: readonly WireFormat[] = [
  GEMINI,
  GEMINI_INTERACTIONS,
  OPENAI_REALTIME,
  OPENAI_RESPONSES,
  COHERE_CHAT,
  OLLAMA_CHAT,
  MISTRAL_CONVERSATIONS,
  MISTRAL_CHAT,
  ANTHROPIC_MESSAGES,
  BEDROCK_CONVERSE,
  OPENAI_CHAT,
];
