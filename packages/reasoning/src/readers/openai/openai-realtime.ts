/**
 * OpenAI Realtime: one response of a session, as its events without the audio itself, and the request for it (docs:
 * providers.md §2.6). Its items are those of the Responses API with transcripts in place of texts, so that reader does
 * the rest. `duration_ms` of an audio block is not of the provider: who records the session has measured it.
 */
import { filled, record, records, text, withoutUndefined, type JsonRecord } from '../../json/json.ts';
import type { ModelResponse } from '../../parts/model-response.ts';
import { usageOfRealtime } from '../../usage/normalise-usage.ts';
import type { WireFormat } from '../wire-format.ts';
import { OPENAI_RESPONSES } from './openai-responses.ts';
import { REALTIME_PATH } from '../model-paths.ts';

const RESPONSE = 'realtime.response';

export const OPENAI_REALTIME: WireFormat = {
  api: 'openai.responses',
  path: REALTIME_PATH,
  isBody: (body) => body.object === RESPONSE,
  isEvent: (event) => record(event.response).object === RESPONSE,
  readBody: (body, options) => withUsage(OPENAI_RESPONSES.readBody(plainResponse(body), options), body.usage),
  readEvents(events, options) {
    const { usage } = record(events.findLast(({ type }) => type === 'response.done')?.response);
    return withUsage(OPENAI_RESPONSES.readEvents(events.map(plainEvent), options), usage);
  },
  isRequest: (body, path) => path !== undefined && REALTIME_PATH.test(path) && Array.isArray(body.input),
  conversation: (body) =>
    OPENAI_RESPONSES.conversation({ ...body, input: records(body.input).map(plainItem) }, undefined),
  settings: (body) => OPENAI_RESPONSES.settings?.(body, undefined) ?? {},
};

function withUsage({ usage: _unread, ...response }: ModelResponse, raw: unknown): ModelResponse {
  const usage = usageOfRealtime(raw);
  return { ...response, ...(usage && { usage }) };
}

/** Names of the beta come last. */
const TEXTS = /^response\.(?:output_audio_transcript|audio_transcript|text)\.(delta|done)$/;

function plainEvent(event: JsonRecord): JsonRecord {
  const [, phase] = TEXTS.exec(text(event.type) ?? '') ?? [];
  if (phase !== undefined) {
    return { ...event, type: `response.output_text.${phase}`, text: event.transcript ?? event.text };
  }
  return {
    ...event,
    ...('item' in event && { item: plainItem(record(event.item)) }),
    ...('response' in event && { response: plainResponse(record(event.response)) }),
  };
}

/** Why a response is not complete has its own field. */
function plainResponse({ status_details: details, usage: _own, ...response }: JsonRecord): JsonRecord {
  const { reason, error } = record(details);
  const isPartial = response.status === 'incomplete' || response.status === 'cancelled';
  return withoutUndefined({
    ...response,
    output: records(response.output).map(plainItem),
    incomplete_details: isPartial ? { reason } : undefined,
    error: response.status === 'failed' ? error : undefined,
  });
}

function plainItem(item: JsonRecord): JsonRecord {
  return Array.isArray(item.content) ? { ...item, content: records(item.content).flatMap(plainBlocks) } : item;
}

/** Audio is its transcript, where there is one, and a block of its length. */
function plainBlocks(block: JsonRecord): JsonRecord[] {
  if (!text(block.type)?.includes('audio')) return [block];
  const transcript = filled(block.transcript);
  const { type, duration_ms } = block;
  return [...(transcript === undefined ? [] : [{ type: 'output_text', text: transcript }]), { type, duration_ms }];
}
