/**
 * The URL paths that ask a model for an output, for each wire format. Apart from the readers, because every request of a
 * process is checked and few of them are read.
 */
import type { ApiName } from '../parts/model-response.ts';

export const ANTHROPIC_PATH: RegExp =
  /\/(?:messages|invoke|invoke-with-response-stream)$|\/models\/(?!count-tokens:)[^/]+:(?:raw|streamRaw)Predict$/;
export const CONVERSE_PATH: RegExp = /\/model\/[^/]+\/converse(?:-stream)?$/;
export const COHERE_PATH: RegExp = /\/v2\/chat$/;
/**
 * `…/models/<model>:generateContent`, also of a tuned model, and below a project, a location and a publisher on Vertex.
 */
export const GEMINI_PATH: RegExp = /(?::|%3a)(?:streamG|g)enerateContent$/i;
export const INTERACTIONS_PATH: RegExp = /\/interactions$/;
export const MISTRAL_PATH: RegExp = /\/(?:chat|agents)\/completions$/;
/** Its group is the conversation that the request continues. */
export const CONVERSATIONS_PATH: RegExp = /\/conversations(?:\/([^/]+)(?:\/restart)?)?$/;
export const OLLAMA_PATH: RegExp = /\/api\/(?:chat|generate)$/;
/** Without `chat`: a prompt to continue; fill-in-the-middle adds what follows it. */
export const CHAT_PATH: RegExp = /\/(?:chat\/|fim\/)?completions$/;
export const REALTIME_PATH: RegExp = /\/realtime$/;
export const RESPONSES_PATH: RegExp = /\/responses$/;

const MODEL_PATHS: readonly (readonly [ApiName, RegExp])[] = [
  ['anthropic.messages', ANTHROPIC_PATH],
  ['bedrock.converse', CONVERSE_PATH],
  ['cohere.chat', COHERE_PATH],
  ['gemini.generateContent', GEMINI_PATH],
  ['gemini.interactions', INTERACTIONS_PATH],
  ['mistral.chat', MISTRAL_PATH],
  ['mistral.conversations', CONVERSATIONS_PATH],
  ['ollama.chat', OLLAMA_PATH],
  ['openai.chat', CHAT_PATH],
  ['openai.responses', REALTIME_PATH],
  ['openai.responses', RESPONSES_PATH],
];

/** True for a URL path that asks a model for an output: in any format, or in the given one. */
export function isModelPath(path: string, api?: ApiName): boolean {
  return MODEL_PATHS.some(([format, pattern]) => (api === undefined || format === api) && pattern.test(path));
}
