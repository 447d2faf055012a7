/**
 * Mistral's chat and agent completions: Chat Completions whose content may be a list of chunks, thinking among them
 * (providers.md §9). The chat reader reads them; this file only recognizes a Mistral body.
 */
import { isRecord, list, record, records, text, type JsonRecord } from '../../json/json.ts';
import { OPENAI_CHAT } from '../openai/openai-chat.ts';
import type { WireFormat } from '../wire-format.ts';
import { MISTRAL_PATH } from '../model-paths.ts';

export const MISTRAL_CHAT: WireFormat = {
  ...OPENAI_CHAT,
  api: 'mistral.chat',
  path: MISTRAL_PATH,
  isBody: isMistral,
  isEvent: isMistral,
  readBody: (body, options) => ({ ...OPENAI_CHAT.readBody(body, options), api: 'mistral.chat' }),
  readEvents: (events, options) => ({ ...OPENAI_CHAT.readEvents(events, options), api: 'mistral.chat' }),
  isRequest: (body) => Array.isArray(body.messages) && looksLikeMistral(body),
};

/**
 * Thinking as a list of chunks, padding named `p`, or ids in Mistral's own form: 32 hexadecimal digits with calls of
 * nine characters.
 */
function isMistral(body: JsonRecord): boolean {
  if (!Array.isArray(body.choices)) return false;
  const messages = records(body.choices).map((choice) => record(choice.message ?? choice.delta));
  if (typeof body.p === 'string' || messages.some(hasThinkingChunk)) return true;
  const ids = messages.flatMap((message) => records(message.tool_calls)).map((call) => text(call.id) ?? '');
  const own = ids.length > 0 && ids.every((id) => /^[A-Za-z0-9]{9}$/.test(id));
  return own && /^[0-9a-f]{32}$/.test(text(body.id) ?? '');
}

/** Anthropic's block of that name holds a text. */
function hasThinkingChunk(message: JsonRecord): boolean {
  return list(message.content).some(
    (chunk) => isRecord(chunk) && chunk.type === 'thinking' && Array.isArray(chunk.thinking),
  );
}

const OWN_FIELDS = ['agent_id', 'prompt_mode', 'safe_prompt', 'random_seed'];

function looksLikeMistral(body: JsonRecord): boolean {
  return OWN_FIELDS.some((field) => field in body) || records(body.messages).some(hasThinkingChunk);
}
